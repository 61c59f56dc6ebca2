import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

import { AdbServerClient } from '@yume-chan/adb';
import { AdbServerNodeTcpConnector } from '@yume-chan/adb-server-node-tcp';

import { findAdb } from '../../../main/adb/adb-server.ts';
import { aFolder } from '../temp-folder.ts';
import type { HeadsetDouble } from './headset.ts';
import type { NewerAdb } from './newer-adb.ts';
import { aFreePort } from '../free-port.ts';

/** Returns the adb program of this computer; undefined if there is none, with the reason printed. */
export function realAdb(): string | undefined {
  const program = findAdb(process.env, process.platform);
  if (program === undefined)
    process.stderr.write('adb is missing (apt-get install adb): tests of preparing by cable are skipped.\n');
  return program;
}

/**
 * A real adb server on its own port with its own home. Doubles are connected over TCP, which has no ports to draw: a
 * relay in front of it assigns each to a port of a hub, and passes on everything else unchanged.
 */
export class AdbBench implements AsyncDisposable {
  /** Address of the server for Muster. */
  readonly port: number;
  readonly #client: AdbServerClient;
  readonly #relay: Server;
  readonly #sockets = new Set<Socket>();
  readonly #usbPaths = new Map<string, string>();
  /** Serial numbers by address: the name of a headset at a USB port. */
  readonly #serials = new Map<string, string>();
  readonly #end: () => Promise<void>;
  /** What a server from version 30 on has besides; undefined: it is the one of this computer. */
  newer: NewerAdb | undefined;

  private constructor(relay: Server, serverPort: number, end: () => Promise<void>) {
    this.#relay = relay;
    this.port = (relay.address() as AddressInfo).port;
    this.#client = new AdbServerClient(
      new AdbServerNodeTcpConnector({ host: '127.0.0.1', port: serverPort }),
    );
    this.#end = end;
    relay.on('connection', (socket) => this.#pass(socket, serverPort));
  }

  static async start(program: string): Promise<AdbBench> {
    const home = aFolder();
    const port = await aFreePort();
    const child = spawn(program, ['-P', String(port), 'nodaemon', 'server'], {
      env: { ...process.env, HOME: home.path, ANDROID_SDK_HOME: home.path, ADB_MDNS: '0' },
      stdio: 'ignore',
    });
    const relay = createServer().listen(0, '127.0.0.1');
    await once(relay, 'listening');
    const bench = new AdbBench(relay, port, async () => {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
      home[Symbol.dispose]();
    });
    await bench.#untilUp();
    return bench;
  }

  /**
   * Connects a headset to a port of the hub, counted from 1. Over TCP the server answers only after authorisation, and
   * times out after ten seconds: this does not wait for it. `isNamed`: the list has its serial number, as at a real port.
   */
  plug(double: HeadsetDouble, port: number, { isNamed = false } = {}): void {
    if (isNamed) this.#serials.set(double.address, double.android.serial);
    this.#usbPaths.set(double.address, `3-2.${port}`);
    this.#ask(`host:connect:${double.address}`).catch(() => undefined);
  }

  /** The server connects to a paired headset by itself, and gives the connection a name of its own. */
  async connectItself(double: HeadsetDouble, announced: string): Promise<void> {
    const address = `${double.android.wifiAddress}:${double.android.wirelessPort}`;
    this.#serials.set(address, `${announced}._adb-tls-connect._tcp`);
    await this.#ask(`host:connect:${address}`);
  }

  /** Unplugs it. Until the server has forgotten it, it would take the next connection for the one that ends. */
  async unplug(double: HeadsetDouble): Promise<void> {
    double.cut();
    await this.#ask(`host:disconnect:${double.address}`).catch(() => undefined);
    while ((await this.#ask('host:devices')).includes(`${double.address}\t`))
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#relay.close();
    for (const socket of this.#sockets) socket.destroy();
    await this.#end();
  }

  async #ask(service: string): Promise<string> {
    const stream = await this.#client.createConnection(service);
    try {
      return await stream.readString();
    } finally {
      await stream.dispose();
    }
  }

  async #untilUp(): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      try {
        await this.#client.getVersion();
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
    throw new Error('The adb server did not start');
  }

  #pass(from: Socket, serverPort: number): void {
    const to = connect(serverPort, '127.0.0.1');
    for (const socket of [from, to]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true).on('error', () => undefined);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    from.on('close', () => to.destroy());
    from.once('data', (first: Buffer) => {
      const answer = this.newer?.answer(first.toString('latin1', 4));
      if (answer !== undefined) return void answer.then((text) => from.end(text));
      from.pause();
      to.write(first);
      from.pipe(to);
      if (first.includes('host:devices-l')) this.#withPorts(to, from);
      else to.pipe(from);
    });
    to.on('end', () => from.end());
  }

  /** Inserts the USB path into each list: four bytes OKAY, then texts with a length prefix in hexadecimal digits. */
  #withPorts(to: Socket, from: Socket): void {
    let buffer: Buffer = Buffer.alloc(0);
    let isOkayed = false;
    to.on('data', (chunk: Buffer) => {
      buffer = Buffer.concat([buffer, chunk]);
      if (!isOkayed && buffer.length >= 4) {
        from.write(buffer.subarray(0, 4));
        buffer = buffer.subarray(4);
        isOkayed = true;
      }
      while (isOkayed && buffer.length >= 4) {
        const length = Number.parseInt(buffer.toString('latin1', 0, 4), 16);
        if (buffer.length < 4 + length) return;
        const text = buffer.toString('utf8', 4, 4 + length);
        buffer = buffer.subarray(4 + length);
        const list = Buffer.from(
          text
            .split('\n')
            .map((line) => this.#withPort(line))
            .join('\n'),
        );
        from.write(list.length.toString(16).padStart(4, '0'));
        from.write(list);
      }
    });
  }

  #withPort(line: string): string {
    const [name = ''] = line.split(/\s/);
    const path = this.#usbPaths.get(name);
    const called = line.replace(name, this.#serials.get(name) ?? name);
    return path === undefined
      ? called
      : called.replace(/^(\S+\s+(?:no permissions[^[]*\[[^\]]*\]|\S+))/, `$1 usb:${path}`);
  }
}
