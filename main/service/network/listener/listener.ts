import type { FastifyInstance } from 'fastify';

import type { Logger } from '../../kernel/logging/log.ts';
import { hostNameOf } from '../../../../shared/domain/network/advertisement.ts';
import { Discovery } from '../discovery/discovery.ts';
import { TlsListeners } from './tls-listeners.ts';
import { issueCertificate, type LanIdentity } from './identity.ts';
import { type LanAddress, lanAddresses } from '../../kernel/addresses/interfaces.ts';

/** Input of a listener. */
export type LanPlan = {
  readonly identity: LanIdentity;
  /** 0 = any free one. */
  readonly port: number;
  /** The interfaces to offer it on, or null for all. */
  readonly interfaces: readonly string[] | null;
  readonly stationId: string;
  readonly log: Logger;
};

/** How often the addresses are checked, in ms: docks and Wi-Fi come and go, and a whole cart waits meanwhile. */
const CHECK_INTERVAL_MS = 2_000;

/** LAN access: HTTPS with the station's own key, found by mDNS, following address changes. */
export class LanListener {
  readonly #listeners: TlsListeners;
  readonly #plan: LanPlan;
  readonly #discovery: Discovery;
  readonly #timer: NodeJS.Timeout;
  #interfaces: readonly string[] | null;
  #addresses: LanAddress[] = [];
  #certificate: string;
  /** True if some address could not be opened. */
  #isIncomplete = false;

  private constructor(listeners: TlsListeners, plan: LanPlan, certificate: string) {
    this.#listeners = listeners;
    this.#certificate = certificate;
    this.#plan = plan;
    this.#interfaces = plan.interfaces;
    const { identity, stationId, log } = plan;
    const station = { stationId, fingerprint: identity.fingerprint, port: this.port };
    this.#discovery = new Discovery({ station, log });
    this.#timer = setInterval(() => void this.#follow(), CHECK_INTERVAL_MS).unref();
  }

  /** Listens, with the same routes as `http`. @throws if the port is taken. */
  static async open(http: FastifyInstance, plan: LanPlan): Promise<LanListener> {
    const addresses = lanAddresses(plan.interfaces);
    const handle = (...exchange: Parameters<FastifyInstance['routing']>): void => http.routing(...exchange);
    const credentials = await credentialsFor(plan, addresses);
    const listeners = new TlsListeners(handle, credentials, plan.port);
    await listeners.openOnly(hostsOf(plan.interfaces, addresses));
    const listener = new LanListener(listeners, plan, credentials.cert);
    listener.#announce(addresses);
    return listener;
  }

  /** URLs at which headsets reach it now. */
  get urls(): string[] {
    return this.#addresses.map(({ address }) => `https://${address}:${this.port}`);
  }

  /** Addresses at which headsets reach it now. */
  get addresses(): readonly LanAddress[] {
    return this.#addresses;
  }

  /** Its advertisement. */
  get discovery(): Discovery {
    return this.#discovery;
  }

  /** The certificate that browsers are shown, in PEM. */
  get certificate(): string {
    return this.#certificate;
  }

  get port(): number {
    return this.#listeners.port;
  }

  /** Changes the interfaces. @throws if the port is taken there; then nothing changes. */
  async choose(interfaces: readonly string[] | null): Promise<void> {
    const addresses = lanAddresses(interfaces);
    await this.#listeners.openOnly(hostsOf(interfaces, addresses));
    this.#interfaces = interfaces;
    await this.#moveTo(addresses);
  }

  /** Stops accepting and says goodbye. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.all([this.#listeners.close(), this.#discovery.close()]);
  }

  async #follow(): Promise<void> {
    const now = lanAddresses(this.#interfaces);
    const hasMoved = JSON.stringify(now) !== JSON.stringify(this.#addresses);
    if (!hasMoved && !this.#isIncomplete) return;
    const { log } = this.#plan;
    if (hasMoved) log.info({ addresses: now.map((each) => each.address) }, 'the addresses changed');
    this.#isIncomplete = false;
    try {
      if (hasMoved) await this.#moveTo(now);
      await this.#listeners.openOnly(hostsOf(this.#interfaces, now));
    } catch (error) {
      // A new address may not be ready, or its port be in use: the next check tries again.
      this.#isIncomplete = true;
      if (hasMoved) log.warn({ err: error }, 'the station cannot be offered at all its addresses yet');
    }
  }

  async #moveTo(addresses: LanAddress[]): Promise<void> {
    this.#announce(addresses);
    const credentials = await credentialsFor(this.#plan, addresses);
    this.#certificate = credentials.cert;
    this.#listeners.show(credentials);
  }

  #announce(addresses: LanAddress[]): void {
    this.#addresses = addresses;
    this.#discovery.follow(addresses);
  }
}

/**
 * Returns the hosts to listen on: every address if all interfaces are chosen, else those of the chosen ones, and
 * always loopback.
 */
function hostsOf(interfaces: readonly string[] | null, addresses: readonly LanAddress[]): string[] {
  return interfaces === null ? ['0.0.0.0'] : ['127.0.0.1', ...addresses.map(({ address }) => address)];
}

async function credentialsFor({ identity, stationId }: LanPlan, addresses: readonly LanAddress[]) {
  const cert = await issueCertificate(
    identity,
    hostNameOf(stationId),
    addresses.map(({ address }) => address),
  );
  return { key: identity.key, cert };
}
