import {
  type ServiceOrder,
  type ServiceReport,
  type ServiceSession,
  serviceReportSchema,
} from '../../shared/service-port.ts';

/** One run of the service process, as the supervisor sees it. */
export type ServiceProcess = {
  readonly send: (order: ServiceOrder) => void;
  /** Ends it without asking. */
  readonly kill: () => void;
  readonly onReport: (listener: (report: unknown) => void) => void;
  readonly onExit: (listener: () => void) => void;
};

/** `waiting` before another attempt; `failed` once only a person can help. */
export type ServiceState =
  | { readonly state: 'starting' }
  | { readonly state: 'running'; readonly url: string }
  | { readonly state: 'waiting'; readonly retryInMs: number }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'stopped' };

/** Deaths in a row, none of them after a good while of service, that are borne. One more, and a person must look. */
const MAX_DEATHS = 6;
/** A service that ran this long was well: the next death is the first again. */
const WELL_AFTER_MS = 60_000;
/** The service promises to end within 3 s; the rest is for a busy machine. */
const STOP_DEADLINE_MS = 5_000;

/** How long to wait after the nth death in a row, counted from 1: 0.5 s, doubling, at most 30 s. */
export function restartDelayMs(deaths: number): number {
  return Math.min(30_000, 500 * 2 ** (deaths - 1));
}

type Waiter = {
  readonly resolve: (session: ServiceSession) => void;
  readonly reject: (error: Error) => void;
};

/** Keeps one service process running: starts it, starts it again when it dies, and stops it within a deadline. */
export class Supervisor {
  readonly #fork: () => ServiceProcess;
  readonly #onState: (state: ServiceState) => void;
  #process: ServiceProcess | undefined;
  #state: ServiceState = { state: 'stopped' };
  #deaths = 0;
  #readyAtMs: number | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failure: string | undefined;
  #waiters: Waiter[] = [];
  #ended: Promise<void> = Promise.resolve();

  constructor(fork: () => ServiceProcess, onState: (state: ServiceState) => void) {
    this.#fork = fork;
    this.#onState = onState;
  }

  get state(): ServiceState {
    return this.#state;
  }

  /** Starts the service, or does nothing where one is running already. */
  start(): void {
    clearTimeout(this.#retry);
    if (this.#process !== undefined) return;
    this.#set({ state: 'starting' });
    const process = this.#fork();
    this.#process = process;
    this.#readyAtMs = undefined;
    this.#failure = undefined;
    process.onReport((report) => this.#onReport(process, report));
    this.#ended = new Promise((resolve) => {
      process.onExit(() => {
        if (process === this.#process) this.#onExit();
        resolve();
      });
    });
  }

  /** A fresh session of the running service. @throws where none is running, or it dies before answering. */
  openSession(): Promise<ServiceSession> {
    const process = this.#process;
    if (process === undefined || this.#state.state !== 'running') {
      return Promise.reject(new Error('The station is not running.'));
    }
    return new Promise((resolve, reject) => {
      this.#waiters.push({ resolve, reject });
      process.send({ order: 'open-session' });
    });
  }

  /** Stops the service for good: asks, and kills it when it has not ended after 5 s. Resolves once it is gone. */
  async stop(): Promise<void> {
    clearTimeout(this.#retry);
    const process = this.#process;
    this.#set({ state: 'stopped' });
    if (process === undefined) return;
    process.send({ order: 'stop' });
    const deadline = setTimeout(() => process.kill(), STOP_DEADLINE_MS);
    await this.#ended;
    clearTimeout(deadline);
  }

  #onReport(process: ServiceProcess, raw: unknown): void {
    if (process !== this.#process || this.#state.state === 'stopped') return;
    const report: ServiceReport = serviceReportSchema.parse(raw);
    switch (report.report) {
      case 'ready':
        this.#readyAtMs = Date.now();
        this.#set({ state: 'running', url: report.url });
        break;
      case 'failed':
        // Said once the process is gone, so that another start never meets the old one.
        this.#failure = report.message;
        process.kill();
        break;
      case 'session':
        this.#waiters.shift()?.resolve(report.session);
        break;
    }
  }

  #onExit(): void {
    this.#process = undefined;
    for (const waiter of this.#waiters.splice(0)) waiter.reject(new Error('The station stopped.'));
    if (this.#state.state === 'stopped') return;
    if (this.#failure !== undefined) {
      this.#fail(this.#failure);
      return;
    }
    const wasWell = this.#readyAtMs !== undefined && Date.now() - this.#readyAtMs >= WELL_AFTER_MS;
    this.#deaths = wasWell ? 1 : this.#deaths + 1;
    if (this.#deaths > MAX_DEATHS) {
      this.#deaths = 0;
      this.#set({
        state: 'failed',
        message: `The station stopped ${String(MAX_DEATHS + 1)} times in a row.`,
      });
      return;
    }
    const retryInMs = restartDelayMs(this.#deaths);
    this.#set({ state: 'waiting', retryInMs });
    this.#retry = setTimeout(() => this.start(), retryInMs);
  }

  #fail(message: string): void {
    this.#deaths = 0;
    this.#set({ state: 'failed', message });
  }

  #set(state: ServiceState): void {
    this.#state = state;
    this.#onState(state);
  }
}
