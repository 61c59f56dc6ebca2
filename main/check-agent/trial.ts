import { configureDevice } from '../../shared/contract/configuration/configure.ts';
import type { Settings } from '../../shared/contract/configuration/settings/settings.ts';
import type { Exchange, Fault } from './front/exchange.ts';
import type { Front } from './front/front.ts';
import type { CheckStation } from './station.ts';

/** What one check finds wrong, in sentences; empty: nothing. */
export type Faulty = readonly string[];

/** Parameters of a trial. */
export type TrialOptions = Readonly<{
  station: CheckStation;
  deviceId: string;
  /** The headset’s own token, from its enrolment. */
  token: string;
  /** How long the agent may take for one step, in ms. */
  patienceMs: number;
}>;

type Report = Exchange & { readonly body: Record<string, unknown> };

/** An enrolled agent on trial: what it sent, and what may be done to it. */
export class Trial {
  readonly station: CheckStation;
  readonly front: Front;
  readonly deviceId: string;
  readonly token: string;
  readonly patienceMs: number;
  #volume = 30;

  constructor({ station, deviceId, token, patienceMs }: TrialOptions) {
    this.station = station;
    this.front = station.front;
    this.deviceId = deviceId;
    this.token = token;
    this.patienceMs = patienceMs;
  }

  get path(): string {
    return `/devices/${this.deviceId}`;
  }

  get params(): { deviceId: string } {
    return { deviceId: this.deviceId };
  }

  /** How long this is in sentences. */
  get patience(): string {
    return `${Math.round(this.patienceMs / 1_000)} s`;
  }

  /** Number of requests so far: `since` of other methods. */
  get mark(): number {
    return this.front.exchanges.length;
  }

  /** Requests with this method and path since a mark. */
  requests(method: string, path: string, since = 0): readonly Exchange[] {
    return this.front.exchanges
      .slice(since)
      .filter((exchange) => exchange.method === method && exchange.path === path);
  }

  /** Heartbeats since a mark, whatever their answer. */
  reports(since = 0): readonly Report[] {
    return this.requests('PUT', this.path, since).filter(isReport);
  }

  /** Opened streams since a mark. */
  streams(since = 0): readonly Exchange[] {
    return this.requests('GET', `${this.path}/updates`, since);
  }

  /** Waits until this is so, as long as the agent may take. */
  until(isSo: () => boolean): Promise<boolean> {
    return this.front.until(isSo, this.patienceMs);
  }

  /** Waits for this time, whatever happens. */
  async pause(ms: number): Promise<void> {
    await this.front.until(() => false, ms);
  }

  /** Changes settings, by default to a volume that it did not have. Returns the new revision. */
  async configure(settings?: Settings): Promise<number> {
    this.#volume = this.#volume === 30 ? 60 : 30;
    const body = settings ?? { volume: this.#volume };
    const { device } = await this.station.call(configureDevice, { params: this.params, body });
    return device.settingsRevision;
  }

  /** Waits until a heartbeat since a mark states this revision. */
  untilApplied(revision: number, since: number): Promise<boolean> {
    return this.until(() =>
      this.reports(since).some(({ status, body }) => isOk(status) && body['settingsRevision'] === revision),
    );
  }

  /** Waits until the agent is connected and has reported since a mark. */
  async untilBack(since: number): Promise<Faulty> {
    if (!(await this.until(() => this.front.openStreams > 0)))
      return [`It did not open its stream again within ${this.patience}.`];
    const isReported = await this.until(() => this.reports(since).some(({ status }) => isOk(status)));
    return isReported ? [] : [`It sent no heartbeat within ${this.patience} after its connection was lost.`];
  }
}

/** Returns true for an answer of success. */
export function isOk(status: number | null): boolean {
  return status !== null && status < 300;
}

/** Returns a fault for the first request that fits, and none for later ones. */
export function once(
  fits: (exchange: Exchange) => boolean,
  fault: Fault,
): (exchange: Exchange) => Fault | undefined {
  let isDone = false;
  return (exchange) => {
    if (isDone || !fits(exchange)) return undefined;
    isDone = true;
    return fault;
  };
}

/** Returns the events in a heartbeat, with the fields that identify them. */
export function eventsOf({ body }: Report): Record<string, unknown>[] {
  const { events } = body;
  return Array.isArray(events) ? events.filter(isRecord) : [];
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isReport(exchange: Exchange): exchange is Report {
  return isRecord(exchange.body);
}
