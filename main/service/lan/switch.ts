import type { FastifyInstance } from 'fastify';

import type { Logger } from '../log.ts';
import { openIdentity } from './identity.ts';
import type { LanListener, LanOptions } from './listener.ts';
import type { LanView } from './view.ts';

/** The port of the listener where none was asked for. */
const USUAL_PORT = 7_443;

/** The listener on the local network, when it is on. */
export class LanSwitch {
  #listener: LanListener | undefined;

  /** Where headsets reach the station; empty while it is off. */
  get urls(): string[] {
    return this.#listener?.urls ?? [];
  }

  /** What headsets pin; null while it is off. */
  get fingerprint(): string | null {
    return this.#listener?.fingerprint ?? null;
  }

  /** How it stands now. */
  get view(): LanView {
    const listener = this.#listener;
    return {
      isOn: listener !== undefined,
      port: listener?.port ?? USUAL_PORT,
      interfaces: listener?.interfaceName === undefined ? null : [listener.interfaceName],
      addresses: listener?.addresses ?? [],
      fingerprint: this.fingerprint,
      discovery: listener?.discovery,
    };
  }

  /** Opens the listener where the options ask for one. @throws when its port is taken. */
  async open(
    http: FastifyInstance,
    options: { readonly dataFolder: string; readonly lan: LanOptions | undefined },
    by: { readonly stationId: string; readonly log: Logger },
  ): Promise<void> {
    if (options.lan === undefined) return;
    // Loaded only here: a station without it starts without the certificate library.
    const { LanListener: Listener } = await import('./listener.ts');
    const identity = openIdentity(options.dataFolder);
    this.#listener = await Listener.open(http, { identity, options: options.lan, ...by });
  }

  async close(): Promise<void> {
    await this.#listener?.close();
    this.#listener = undefined;
  }
}
