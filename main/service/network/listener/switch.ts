import type { FastifyInstance } from 'fastify';

import type { Logger } from '../../kernel/logging/log.ts';
import type { Vault } from '../../kernel/vault.ts';
import { type LanIdentity, openIdentity } from './identity.ts';
import type { LanListener } from './listener.ts';
import type { LanView } from './view.ts';

/** Default port of the listener. */
const DEFAULT_PORT = 7_443;

/** LAN flags of the command line; they take precedence over stored settings. */
export type LanOptions = {
  readonly port: number;
  /** The one interface to use, or undefined for all. */
  readonly interfaceName: string | undefined;
};

/** LAN settings of the command line: whether it is on, and the port for switching it on later. */
export type LanFlags = {
  readonly lan: LanOptions | undefined;
  readonly lanPort?: number | undefined;
};

/** Whether and where LAN access is on. */
export type LanChoice = {
  readonly isOn: boolean;
  readonly port: number;
  /** By name; null = all. */
  readonly interfaces: readonly string[] | null;
};

/** Why it is not available although it is on. */
export type LanProblem = 'PORT_TAKEN' | 'NOT_OPENED';

type Station = { readonly http: FastifyInstance; readonly stationId: string; readonly log: Logger };

/** The LAN listener, which can be switched and moved while the station runs. */
export class LanSwitch {
  readonly #dataFolder: string;
  readonly #vault: Vault;
  readonly #flags: LanOptions | undefined;
  readonly #port: number | undefined;
  #station: Station | undefined;
  #choice: LanChoice | undefined;
  #listener: LanListener | undefined;
  #identity: LanIdentity | undefined;
  #problem: LanProblem | null = null;
  #last: Promise<unknown> = Promise.resolve();
  readonly #closing = new Set<Promise<void>>();

  constructor(dataFolder: string, vault: Vault, { lan, lanPort }: LanFlags) {
    this.#dataFolder = dataFolder;
    this.#vault = vault;
    this.#flags = lan;
    this.#port = lanPort;
  }

  /** URLs at which headsets reach the station; empty while off. */
  get urls(): string[] {
    return this.#listener?.urls ?? [];
  }

  /** The key that headsets pin; null while off. */
  get fingerprint(): string | null {
    return this.#listener === undefined ? null : this.ownFingerprint;
  }

  /** The certificate that browsers are shown, in PEM; null while off. */
  get certificate(): string | null {
    return this.#listener?.certificate ?? null;
  }

  /** The key that headsets pin, even while off. It is created on first use. */
  get ownFingerprint(): string {
    return this.#openIdentity().fingerprint;
  }

  /** True if the command line sets it. */
  get isByFlags(): boolean {
    return this.#flags !== undefined;
  }

  /** Its current state, for the network checks. */
  get view(): LanView {
    const listener = this.#listener;
    const { port, interfaces } = this.choice ?? { port: DEFAULT_PORT, interfaces: null };
    return {
      isOn: listener !== undefined,
      port,
      interfaces,
      addresses: listener?.addresses ?? [],
      fingerprint: this.fingerprint,
      discovery: listener?.discovery,
    };
  }

  get problem(): LanProblem | null {
    return this.#problem;
  }

  /** The effective settings, once open; with `--lan-port 0`, the port found. */
  get choice(): LanChoice | undefined {
    const port = this.#listener?.port;
    return this.#choice === undefined ? undefined : { ...this.#choice, port: port ?? this.#choice.port };
  }

  /**
   * Opens LAN access as the flags or, without flags, the stored settings require. @throws if the port of the flags is
   * taken; if the stored one is taken, this is reported as `problem`, because the station must run so that a person can
   * change it.
   */
  async open(station: Station, stored: LanChoice): Promise<void> {
    this.#station = station;
    if (this.#flags !== undefined) {
      const { port, interfaceName } = this.#flags;
      await this.change({
        isOn: true,
        port,
        interfaces: interfaceName === undefined ? null : [interfaceName],
      });
      return;
    }
    const choice = { ...stored, port: this.#port ?? stored.port };
    this.#choice = choice;
    await this.change(choice).catch((error: unknown) => {
      this.#problem = isTaken(error) ? 'PORT_TAKEN' : 'NOT_OPENED';
      station.log.error({ err: error, port: choice.port }, 'the station is not on the local network');
    });
  }

  /** Applies `choice`, one change after the other. @throws if it cannot be opened; then nothing changes. */
  change(choice: LanChoice): Promise<void> {
    const applied = this.#last.then(() => this.#apply(choice));
    this.#last = applied.catch(() => undefined);
    return applied;
  }

  async close(): Promise<void> {
    await this.#last;
    this.#closeListener();
    await Promise.all(this.#closing);
  }

  async #apply(choice: LanChoice): Promise<void> {
    const open = this.#listener;
    if (!choice.isOn) this.#closeListener();
    else if (open?.port === choice.port) await open.choose(choice.interfaces);
    else {
      const listener = await this.#listen(choice);
      this.#closeListener();
      this.#listener = listener;
    }
    this.#choice = choice;
    this.#problem = null;
  }

  async #listen({ port, interfaces }: LanChoice): Promise<LanListener> {
    if (this.#station === undefined) throw new TypeError('The station is not listening yet');
    const { http, stationId, log } = this.#station;
    // Loaded only here: without LAN access the station starts without the certificate library.
    const { LanListener: Listener } = await import('./listener.ts');
    return Listener.open(http, { identity: this.#openIdentity(), port, interfaces, stationId, log });
  }

  /** Not awaited: the request that asked for it may have come through this very listener. */
  #closeListener(): void {
    const open = this.#listener;
    this.#listener = undefined;
    if (open === undefined) return;
    const closed = open.close().finally(() => this.#closing.delete(closed));
    this.#closing.add(closed);
  }

  #openIdentity(): LanIdentity {
    return (this.#identity ??= openIdentity(this.#dataFolder, this.#vault));
  }
}

/** Returns true if another program uses the port. */
export function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
