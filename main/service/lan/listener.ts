import type { FastifyInstance } from 'fastify';
import { createServer, type Server } from 'node:https';

import { hostNameOf } from '../../../shared/domain/advertisement.ts';
import type { Logger } from '../log.ts';
import { Discovery } from './discovery.ts';
import { issueCertificate, type LanIdentity } from './identity.ts';
import { type LanAddress, lanAddresses } from './interfaces.ts';

export type LanOptions = {
  readonly port: number;
  /** The one interface to offer, or undefined for all. */
  readonly interfaceName: string | undefined;
};

/** How often the addresses are looked at: docks and Wi-Fi come and go. */
const LOOK_EVERY_MS = 5_000;

/** The station on the local network: HTTPS with its own key, found by mDNS, following the addresses as they change. */
export class LanListener {
  readonly #server: Server;
  readonly #identity: LanIdentity;
  readonly #options: LanOptions;
  readonly #stationId: string;
  readonly #log: Logger;
  readonly #discovery: Discovery;
  readonly #timer: NodeJS.Timeout;
  #addresses: LanAddress[] = [];

  private constructor(
    server: Server,
    given: { identity: LanIdentity; options: LanOptions; stationId: string; log: Logger },
  ) {
    this.#server = server;
    this.#identity = given.identity;
    this.#options = given.options;
    this.#stationId = given.stationId;
    this.#log = given.log;
    const { stationId, log } = given;
    const { fingerprint } = given.identity;
    this.#discovery = new Discovery({ station: { stationId, fingerprint, port: this.port }, log });
    this.#timer = setInterval(() => this.#follow(), LOOK_EVERY_MS).unref();
  }

  /** Listens, with the same routes as `http`. @throws when the port is taken. */
  static async open(
    http: FastifyInstance,
    given: {
      readonly identity: LanIdentity;
      readonly options: LanOptions;
      readonly stationId: string;
      readonly log: Logger;
    },
  ): Promise<LanListener> {
    const { identity, options, stationId } = given;
    const addresses = lanAddresses(options.interfaceName);
    const cert = await issueCertificate(
      identity,
      hostNameOf(stationId),
      addresses.map((each) => each.address),
    );
    const server = createServer({ key: identity.key, cert, minVersion: 'TLSv1.3' }, (request, response) => {
      http.routing(request, response);
    });
    server.requestTimeout = 60_000;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options.port, '0.0.0.0', () => {
        server.off('error', reject);
        resolve();
      });
    });
    const listener = new LanListener(server, given);
    listener.#announce(addresses);
    return listener;
  }

  /** The same as URLs. */
  get urls(): string[] {
    return this.#addresses.map(({ address }) => `https://${address}:${this.port}`);
  }

  get fingerprint(): string {
    return this.#identity.fingerprint;
  }

  /** The port on which it listens, also where any free one was asked for. */
  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : this.#options.port;
  }

  /** The one interface that it is offered on, or undefined for all. */
  get interfaceName(): string | undefined {
    return this.#options.interfaceName;
  }

  /** Where headsets reach it now. */
  get addresses(): readonly LanAddress[] {
    return this.#addresses;
  }

  /** How headsets find it. */
  get discovery(): Discovery {
    return this.#discovery;
  }

  /** Says goodbye and stops accepting. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#discovery.close();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      setTimeout(() => this.#server.closeAllConnections(), 500).unref();
      this.#server.closeIdleConnections();
    });
  }

  #follow(): void {
    const now = lanAddresses(this.#options.interfaceName);
    if (JSON.stringify(now) === JSON.stringify(this.#addresses)) return;
    this.#log.info({ addresses: now.map((each) => each.address) }, 'the addresses changed');
    this.#announce(now);
    issueCertificate(
      this.#identity,
      hostNameOf(this.#stationId),
      now.map((each) => each.address),
    )
      .then((cert) => this.#server.setSecureContext({ key: this.#identity.key, cert, minVersion: 'TLSv1.3' }))
      .catch((error: unknown) => this.#log.warn({ err: error }, 'no certificate for the new addresses'));
  }

  #announce(addresses: LanAddress[]): void {
    this.#addresses = addresses;
    this.#discovery.follow(addresses);
  }
}
