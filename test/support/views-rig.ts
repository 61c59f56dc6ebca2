import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { type Browser, chromium } from 'playwright';

import { findChromium } from '../chromium.ts';
import { LanStation } from './lan-station.ts';
import { LanRig } from './lan-rig.ts';
import { type ServedStation, serveStation } from './served-station.ts';
import { aFolder } from './temp-folder.ts';

const SIMULATE = join(import.meta.dirname, '..', '..', 'main', 'cli', 'simulate.ts');

/** Processor time of a process, in ms. */
export function usedMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * A station with a cart of simulated headsets that show views, every one a host of its own on a network, and a browser
 * on the station's computer.
 */
export class ViewsRig implements AsyncDisposable {
  readonly rig: LanRig;
  readonly headsets: readonly string[];
  readonly #folder = aFolder();
  #station: ServedStation | undefined;
  #desk: LanStation | undefined;
  #browser: Browser | undefined;
  /** The headsets' ids, in order. */
  ids: readonly string[] = [];

  private constructor(count: number, onEnd?: (end: () => Promise<void>) => void) {
    this.headsets = Array.from({ length: count }, (_each, at) => `h${at + 1}`);
    this.rig = new LanRig(['st', ...this.headsets], [], onEnd);
  }

  /** Why no rig can be created here; undefined if one can. */
  static obstacle(): string | undefined {
    return findChromium(process.env) === undefined ? 'no Chromium: set MUSTER_CHROMIUM' : LanRig.obstacle();
  }

  /** Opens one with all headsets enrolled and connected, and views allowed. */
  static async open(
    count: number,
    { onEnd, prepare }: { onEnd?: (end: () => Promise<void>) => void; prepare?: (rig: LanRig) => void } = {},
  ): Promise<ViewsRig> {
    const opened = new ViewsRig(count, onEnd);
    prepare?.(opened.rig);
    await opened.start();
    const { desk } = opened;
    const { tlsFingerprint } = await desk.ask<{ tlsFingerprint: string }>('/station');
    const { items } = await desk.ask<{ items: { id: string }[] }>('/station/slots', {
      method: 'POST',
      body: { count, labelPrefix: 'A-' },
    });
    opened.ids = items.map(({ id }) => id);
    const codes = await desk.ask<{ code: number }[]>('/station/codes', {
      method: 'POST',
      body: { devicesId: opened.ids },
    });
    await desk.ask('/station/views/permissions', {
      method: 'PUT',
      body: { cartId: null, isAllowed: true, viewersMay: false },
    });
    for (const [at, host] of opened.headsets.entries()) {
      const place = [
        '--lan-url',
        `https://${opened.rig.addressOf('st')}:7443`,
        '--fingerprint',
        tlsFingerprint,
      ];
      // Always the same models: one in five that are drawn at random has no higher quality.
      const seed = `views 2 ${host}`;
      const flags = ['--views', '--json', '--seed', seed, '--codes', String(codes[at]?.code), ...place];
      opened.rig.spawn(host, process.execPath, [SIMULATE, ...flags]).stdout.resume();
    }
    await opened.#untilAllReport();
    return opened;
  }

  /** Waits for thirty processes to start on two cores; the test's own limit ends it. */
  async #untilAllReport(): Promise<void> {
    for (;;) {
      const { items } = await this.desk.ask<{ items: { lastHeartbeatAt: string | null }[] }>(
        '/devices?limit=100',
      );
      if (items.every(({ lastHeartbeatAt }) => lastHeartbeatAt !== null)) return;
      await setTimeout(500);
    }
  }

  get station(): ServedStation {
    if (this.#station === undefined) throw new Error('The station is stopped');
    return this.#station;
  }

  get desk(): LanStation {
    return (this.#desk ??= new LanStation(this.rig, 'st', this.station));
  }

  /** Starts the station, also again on the same data. */
  async start(): Promise<void> {
    this.#desk = undefined;
    this.#station = await serveStation(
      this.#folder.path,
      ['--lan', '--port', '7440'],
      this.rig.through('st'),
    );
  }

  /** Opens a screen of the station's own computer: only its namespace differs from any other. */
  async open(path: string, isSignedIn = true) {
    const wrapper = join(this.#folder.path, 'chromium.sh');
    const command = [...this.rig.through('st'), findChromium(process.env) ?? ''].join(' ');
    writeFileSync(wrapper, `#!/bin/sh\nexec ${command} "$@"\n`);
    chmodSync(wrapper, 0o755);
    this.#browser ??= await chromium.launch({
      executablePath: wrapper,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const page = await this.#browser.newPage({ bypassCSP: true, viewport: { width: 1_280, height: 800 } });
    if (isSignedIn) {
      await page.addInitScript((token) => {
        localStorage.setItem('muster.session', token);
        localStorage.setItem('muster.who', JSON.stringify({ role: 'technician', name: null }));
      }, this.station.token);
    }
    await page.goto(`${this.station.url}${path}`);
    return page;
  }

  /** Bytes that went through the station's network connection since it was plugged in, both ways. */
  bytes(): number {
    const [link] = JSON.parse(this.rig.run('st', 'ip', '-s', '-j', 'link', 'show', 'eth0')) as {
      stats64: Record<'rx' | 'tx', { bytes: number }>;
    }[];
    return (link?.stats64.rx.bytes ?? 0) + (link?.stats64.tx.bytes ?? 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#browser?.close();
    await this.#station?.kill();
    await this.rig[Symbol.asyncDispose]();
    this.#folder[Symbol.dispose]();
  }
}
