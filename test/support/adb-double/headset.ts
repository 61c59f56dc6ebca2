import { type KeyObject, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

import type { Android } from './android.ts';
import { isSignedBy, readKey } from './auth.ts';
import { serveSync } from './sync.ts';
import { A, Decoder, encode, MAX_DATA, type Message, VERSION } from './wire.ts';

/** Ids of the shell protocol. Source: packages/modules/adb/shell_protocol.h. */
const SHELL = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4 } as const;

/** Longest part of an output in one message. */
const PACKET_BYTES = 128 * 1024;
/** How much of an input is taken at once. */
const CHUNK_BYTES = 64 * 1024;

/** How a connection reaches it. */
type Way = 'usb' | 'wifi' | 'wireless';

/** The options it was started with. */
type Mode = 'device' | 'recovery' | 'sideload';

/** Its state. `isAllowed`: the person who wears it allows debugging as soon as it asks. */
export type HeadsetMode = { readonly isAllowed?: boolean | undefined; readonly mode?: Mode | undefined };

/** The headset's side of adb over TCP: authorisation by key, streams, shell v2, sync. */
export class HeadsetDouble {
  readonly android: Android;
  readonly #server: Server;
  readonly #keys: KeyObject[] = [];
  readonly #pendingConsent = new Set<() => void>();
  readonly #mode: Mode;
  readonly #address: string;
  /** The server on the Wi-Fi, from `tcpip` to the next restart. */
  #wifi: Server | undefined;
  /** The server of wireless debugging, which only a paired computer gets through to. */
  #wireless: Server | undefined;
  readonly #sockets = new Map<Socket, Way>();
  #isAllowed: boolean;
  /** The code that it shows, and the port at which it waits for it. */
  code: { readonly digits: string; readonly port: number } | null = null;
  /** True: it accepts this computer over wireless debugging. */
  isPaired = false;
  /** True: it is connected and answers nothing, as one whose system hangs or sleeps deeply. */
  isHung = false;
  /** True: it listens on the Wi-Fi, and its network lets nobody reach it there. */
  isIsolated = false;
  /** A socket in place of its address on the Wi-Fi, for one that is in another network namespace. */
  wifiSocket: string | null = null;
  /** How often an adb server was let in. */
  connections = 0;

  private constructor(
    android: Android,
    server: Server,
    { isAllowed, mode }: { readonly isAllowed: boolean; readonly mode: Mode },
  ) {
    this.android = android;
    this.#mode = mode;
    this.#address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    this.#server = server;
    this.#isAllowed = isAllowed;
  }

  /** Listens on loopback. */
  static async start(
    android: Android,
    { isAllowed = true, mode = 'device' }: HeadsetMode = {},
  ): Promise<HeadsetDouble> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const double = new HeadsetDouble(android, server, { isAllowed, mode });
    server.on('connection', (socket) => double.#serve(socket, 'usb'));
    android.system.onReboot = () => void double.restart();
    android.system.onWirelessOff = () => void double.closeWireless();
    return double;
  }

  /** The address for `adb connect`. */
  get address(): string {
    return this.#address;
  }

  /** A person puts it on and allows USB debugging, always from this computer. */
  allow(): void {
    this.#isAllowed = true;
    for (const go of this.#pendingConsent) go();
    this.#pendingConsent.clear();
  }

  /** It forgets every computer that it allowed, as when a person revokes the authorisations or resets them. */
  revoke(): void {
    this.#isAllowed = false;
    this.#keys.length = 0;
    for (const socket of this.#sockets.keys()) socket.destroy();
  }

  /** The cable is unplugged. */
  cut(): void {
    this.#cut('usb');
  }

  /** It leaves the Wi-Fi for a moment. */
  cutWifi(): void {
    this.#cut('wifi');
  }

  #cut(cut: Way): void {
    for (const [socket, way] of this.#sockets) if (way === cut) socket.destroy();
  }

  /** It restarts: everything is cut, and it listens on the Wi-Fi no more. */
  async restart(): Promise<void> {
    for (const socket of this.#sockets.keys()) socket.destroy();
    await this.listenNoMore();
    await this.closeWireless();
    this.android.system.restarted();
  }

  /** It is told by cable to listen on the Wi-Fi. */
  async listen(port: number): Promise<void> {
    const { wifiAddress } = this.android;
    if (wifiAddress === undefined || this.#wifi !== undefined) return;
    this.android.tcpPort = port;
    if (this.isIsolated) return;
    this.#wifi = createServer().listen(this.wifiSocket ?? { port, host: wifiAddress });
    await once(this.#wifi, 'listening').catch((error: unknown) => {
      // As when another run of the tests has the address.
      process.stderr.write(`A headset cannot listen at ${wifiAddress}: ${String(error)}\n`);
      throw error;
    });
    this.#wifi.on('connection', (socket) => this.#serve(socket, 'wifi'));
  }

  /** It is told to listen no longer; its cable stays. */
  async listenNoMore(): Promise<void> {
    this.android.tcpPort = null;
    const wifi = this.#wifi;
    this.#wifi = undefined;
    for (const [socket, way] of this.#sockets) if (way === 'wifi') socket.destroy();
    if (wifi === undefined) return;
    const closed = once(wifi, 'close');
    wifi.close();
    await closed;
  }

  /** A person switches wireless debugging on: it listens at a port of its own choice. */
  async openWireless(port: number): Promise<void> {
    this.#wireless = createServer().listen({ port, host: this.android.wifiAddress });
    await once(this.#wireless, 'listening');
    this.#wireless.on('connection', (socket) => {
      // TLS fails for a computer that it does not know.
      if (this.isPaired) this.#serve(socket, 'wireless');
      else socket.destroy();
    });
    this.android.wirelessPort = port;
    this.android.system.settings.set('global/adb_wifi_enabled', '1');
  }

  /** It is switched off again; its cable stays, and so does the property. */
  async closeWireless(): Promise<void> {
    this.android.system.settings.set('global/adb_wifi_enabled', '0');
    const wireless = this.#wireless;
    this.#wireless = undefined;
    this.#cut('wireless');
    if (wireless === undefined) return;
    const closed = once(wireless, 'close');
    wireless.close();
    await closed;
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    const closed = once(this.#server, 'close');
    this.#server.close();
    // The adb server may have connected again meanwhile.
    await this.restart();
    await closed;
  }

  #serve(socket: Socket, way: Way): void {
    for (const [before, its] of this.#sockets) if (its === way) before.destroy();
    this.#sockets.set(socket, way);
    // It arrived while it stopped listening, and would keep the server from closing.
    const servers = { usb: this.#server, wifi: this.#wifi, wireless: this.#wireless };
    if (servers[way]?.listening !== true) socket.destroy();
    const connection = new Connection(socket, this);
    const decoder = new Decoder();
    const token = randomBytes(20);
    let isIn = false;
    const welcome = (): void => {
      isIn = true;
      this.connections += 1;
      const features = [
        'shell_v2',
        'stat_v2',
        'ls_v2',
        'fixed_push_mkdir',
        ...(this.android.hasCmd ? ['cmd'] : []),
      ];
      const banner = `${this.#mode}::ro.product.name=double;ro.product.model=Quest 3;ro.product.device=double;features=${features.join(',')}`;
      connection.send({ command: A.CNXN, arg0: VERSION, arg1: MAX_DATA, data: Buffer.from(banner) });
    };
    const ask = (): void => connection.send({ command: A.AUTH, arg0: 1, arg1: 0, data: token });
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      for (const message of decoder.receive(chunk)) {
        // TLS has told already who it is.
        if (message.command === A.CNXN && way === 'wireless') welcome();
        else if (message.command === A.CNXN) ask();
        else if (message.command === A.AUTH && message.arg0 === 2) {
          if (this.#keys.some((key) => isSignedBy(key, token, message.data))) welcome();
          else ask();
        } else if (message.command === A.AUTH && message.arg0 === 3) {
          const key = readKey(message.data);
          const go = (): void => {
            this.#keys.push(key);
            if (!socket.destroyed) welcome();
          };
          if (this.#isAllowed) go();
          else this.#pendingConsent.add(go);
        } else if (isIn) connection.receive(message);
      }
    });
    socket.on('close', () => {
      this.#sockets.delete(socket);
      connection.close();
    });
  }
}

/** One connection of an adb server, with its streams. */
class Connection {
  readonly #socket: Socket;
  readonly #headset: HeadsetDouble;
  readonly #streams = new Map<number, Stream>();
  #nextId = 1;

  constructor(socket: Socket, headset: HeadsetDouble) {
    this.#socket = socket;
    this.#headset = headset;
  }

  send(message: Message): void {
    if (!this.#socket.destroyed) this.#socket.write(encode(message));
  }

  receive({ command, arg0, arg1, data }: Message): void {
    if (command === A.OPEN) this.#open(arg0, data.toString('utf8').replace(/\0$/, ''));
    else if (command === A.OKAY) this.#streams.get(arg1)?.acknowledged();
    else if (command === A.CLSE) this.#drop(arg1);
    else if (command === A.WRTE) this.#streams.get(arg1)?.arrived(Buffer.from(data));
  }

  close(): void {
    for (const stream of this.#streams.values()) stream.end();
    this.#streams.clear();
  }

  #open(remoteId: number, service: string): void {
    const localId = this.#nextId;
    this.#nextId += 1;
    const send = (command: number, data: Buffer = Buffer.alloc(0)): void =>
      this.send({ command, arg0: localId, arg1: remoteId, data });
    const serve = this.#serviceOf(service);
    if (serve === undefined) {
      this.send({ command: A.CLSE, arg0: 0, arg1: remoteId, data: Buffer.alloc(0) });
      return;
    }
    const stream = new Stream(send);
    this.#streams.set(localId, stream);
    send(A.OKAY);
    serve(stream)
      .catch(() => undefined)
      .finally(() => {
        if (this.#streams.delete(localId)) send(A.CLSE);
      });
  }

  #serviceOf(service: string): ((stream: Stream) => Promise<void>) | undefined {
    const tcpip = /^tcpip:(\d+)$/.exec(service)?.[1];
    if (tcpip !== undefined)
      return async (stream) => {
        await this.#headset.listen(Number(tcpip));
        await stream.write(Buffer.from(`restarting in TCP mode port: ${tcpip}\n`));
      };
    if (service === 'usb:')
      return async (stream) => {
        await stream.write(Buffer.from('restarting in USB mode\n'));
        await this.#headset.listenNoMore();
      };
    if (service === 'sync:') return (stream) => serveSync(stream, this.#headset.android.disk);
    const exec = /^exec:(.*)$/s.exec(service);
    if (exec !== null) return (stream) => this.#exec(stream, exec[1] ?? '');
    const shell = /^shell,v2[^:]*:(.*)$/s.exec(service);
    return shell === null ? undefined : (stream) => this.#shell(stream, shell[1] ?? '');
  }

  /** A command without packets: its input has the length that it says itself. */
  async #exec(stream: Stream, line: string): Promise<void> {
    const stdin = async (): Promise<Buffer> => {
      const chunks: Buffer[] = [];
      for (
        let left = Number(/ -S (\d+)/.exec(line)?.[1] ?? 0);
        left > 0;
        left -= chunks.at(-1)?.length ?? 0
      ) {
        chunks.push(await stream.read(Math.min(left, CHUNK_BYTES)));
        await this.#headset.android.disk.arrived(chunks.at(-1)?.length ?? 0);
      }
      return Buffer.concat(chunks);
    };
    const { stdout = '', stderr = '' } = await this.#headset.android.run(line, stdin);
    await stream.write(Buffer.from(stdout + stderr));
  }

  async #shell(stream: Stream, line: string): Promise<void> {
    if (this.#headset.isHung) return new Promise(() => undefined);
    const stdin = async (): Promise<Buffer> => {
      const chunks: Buffer[] = [];
      for (;;) {
        const head = await stream.read(5);
        const data = await stream.read(head.readUInt32LE(1));
        if (head[0] === SHELL.closeStdin) return Buffer.concat(chunks);
        chunks.push(data);
        await this.#headset.android.disk.arrived(data.length);
      }
    };
    const { exitCode, stdout = '', stderr = '' } = await this.#headset.android.run(line, stdin);
    const bytes = Buffer.from(stdout);
    // A message has a limit; more would end the connection.
    for (let at = 0; at < bytes.length; at += PACKET_BYTES)
      await stream.write(shellPacket(SHELL.stdout, bytes.subarray(at, at + PACKET_BYTES)));
    if (stderr !== '') await stream.write(shellPacket(SHELL.stderr, Buffer.from(stderr)));
    await stream.write(shellPacket(SHELL.exit, Buffer.from([exitCode])));
  }

  #drop(localId: number): void {
    this.#streams.get(localId)?.end();
    this.#streams.delete(localId);
  }
}

function shellPacket(id: number, data: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head[0] = id;
  head.writeUInt32LE(data.length, 1);
  return Buffer.concat([head, data]);
}

/** One stream: each message is answered before the next, in both directions. */
class Stream {
  readonly #send: (command: number, data?: Buffer) => void;
  #buffer: Buffer = Buffer.alloc(0);
  #isEnded = false;
  #wake: () => void = () => undefined;
  #acknowledge: () => void = () => undefined;

  constructor(send: (command: number, data?: Buffer) => void) {
    this.#send = send;
  }

  arrived(data: Buffer): void {
    this.#buffer = Buffer.concat([this.#buffer, data]);
    this.#send(A.OKAY);
    this.#wake();
  }

  acknowledged(): void {
    this.#acknowledge();
  }

  end(): void {
    this.#isEnded = true;
    this.#wake();
    this.#acknowledge();
  }

  async read(length: number): Promise<Buffer> {
    while (this.#buffer.length < length) {
      if (this.#isEnded) throw new Error('The stream ended');
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    const read = this.#buffer.subarray(0, length);
    this.#buffer = this.#buffer.subarray(length);
    return read;
  }

  async write(data: Buffer): Promise<void> {
    const wasAuthorised = new Promise<void>((resolve) => {
      this.#acknowledge = resolve;
    });
    this.#send(A.WRTE, data);
    await wasAuthorised;
  }
}
