import { AdbBanner, type AdbServerClient, type AdbSocket, type AdbTransport } from '@yume-chan/adb';

type AdbFeature = AdbTransport['clientFeatures'][number];
type ServerStream = Awaited<ReturnType<AdbServerClient['createConnection']>>;

/**
 * A headset behind the adb server. The library's own transport keeps every stream that it ever opened until the headset
 * is gone, which after weeks of reading the state of thirty headsets is most of the memory; and it cannot end a stream
 * that a headset does not open.
 */
export class ServerTransport implements AdbTransport {
  readonly serial = '';
  readonly maxPayloadSize = 1024 * 1024;
  readonly banner: AdbBanner;
  readonly clientFeatures: readonly AdbFeature[];
  /** Unused: the adb server's list tells who is gone. */
  readonly disconnected = new Promise<void>(() => undefined);
  readonly #client: AdbServerClient;
  readonly #transportId: bigint;
  readonly #opening = new Set<ServerStream>();
  readonly #open = new Set<AdbSocket>();
  #isClosed = false;

  /** `features`: what the headset's adb can do. */
  constructor(client: AdbServerClient, transportId: bigint, features: readonly AdbFeature[]) {
    this.#client = client;
    this.#transportId = transportId;
    // The server passes streams on as they are: what counts is what the headset can do.
    this.clientFeatures = features;
    this.banner = new AdbBanner('device', undefined, undefined, undefined, features);
  }

  async connect(service: string): Promise<AdbSocket> {
    const stream = await this.#client.createConnection(`host:transport-id:${this.#transportId}`);
    this.#opening.add(stream);
    try {
      if (this.#isClosed) throw new Error('The connection was closed');
      await stream.writeString(service);
      await stream.readOkay();
    } catch (error) {
      await stream.dispose();
      throw error;
    } finally {
      this.#opening.delete(stream);
    }
    const socket = { service, ...stream.release() };
    this.#open.add(socket);
    void socket.closed.then(() => this.#open.delete(socket));
    return socket;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([
      ...[...this.#opening].map((stream) => stream.dispose()),
      ...[...this.#open].map((socket) => socket.close()),
    ]);
  }

  addReverseTunnel(): never {
    throw new Error('Not supported');
  }

  removeReverseTunnel(): never {
    throw new Error('Not supported');
  }

  clearReverseTunnels(): void {
    // There are none.
  }
}
