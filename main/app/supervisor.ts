import {
  type Activity,
  type Damage,
  type ServiceOrder,
  type ServiceReport,
  type ServiceSession,
  serviceReportSchema,
} from '../../shared/service-port.ts';

/** One run of the service process, as the supervisor sees it. */
export type ServiceProcess = {
  readonly send: (order: ServiceOrder) => void;
  readonly kill: () => void;
  readonly onReport: (listener: (report: unknown) => void) => void;
  readonly onExit: (listener: () => void) => void;
};

/** `waiting` before another attempt; `failed` once only a person can help. */
export type ServiceState =
  | { readonly state: 'starting' }
  | { readonly state: 'running'; readonly url: string }
  | { readonly state: 'waiting'; readonly retryInMs: number }
  | { readonly state: 'failed'; readonly message: string; readonly damage?: Damage }
  | { readonly state: 'stopped' };

/** Maximum number of consecutive crashes before the service was ready. After one more, a person must help. */
const MAX_DEATHS = 6;
/** A service that was ready is restarted at once, up to this often within ten minutes; then with increasing delays. */
const QUICK_RESTARTS = 60;
const QUICK_WINDOW_MS = 10 * 60_000;
const QUICK_DELAY_MS = 250;
const SLOW_DELAY_MS = 5_000;
/** Interval and time limit of health checks, in ms. */
const PING_EVERY_MS = 5_000;
const PING_DEADLINE_MS = 20_000;
/** A service stops within 3 s, on a busy computer later. After a kill the next start checks the whole store. */
const STOP_DEADLINE_MS = 20_000;

/**
 * Returns the delay after the nth consecutive crash before it was ready, counted from 1: 0.5 s, doubling, at most 30
 * s.
 */
export function restartDelayMs(deaths: number): number {
  return Math.min(30_000, 500 * 2 ** (deaths - 1));
}

type Waiter = {
  readonly resolve: (session: ServiceSession) => void;
  readonly reject: (error: Error) => void;
};

/** Dependencies and callbacks. */
export type SupervisorParts = {
  readonly fork: () => ServiceProcess;
  readonly onState: (state: ServiceState) => void;
  readonly onActivity?: (activity: Activity | undefined) => void;
};

/** Encrypts and decrypts the service's key for the person who is logged in. Null: the system refused. */
export type KeyBox = {
  readonly seal: (key: string) => string | null;
  readonly unseal: (sealed: string) => string | null;
};

/** Keeps one service process running: starts it, restarts it after a crash, and stops it within a time limit. */
export class Supervisor {
  readonly #parts: SupervisorParts;
  #key: KeyBox | undefined;
  #process: ServiceProcess | undefined;
  #state: ServiceState = { state: 'stopped' };
  #deaths = 0;
  /** Times of crashes of a service that had been ready, in ms. */
  #losses: number[] = [];
  #wasReady = false;
  #retry: NodeJS.Timeout | undefined;
  #health: NodeJS.Timeout | undefined;
  #lastSeenAtMs = 0;
  #failure: { readonly message: string; readonly damage?: Damage } | undefined;
  #waiters: Waiter[] = [];
  #ended: Promise<void> = Promise.resolve();

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  /** Has the service's key encrypted from the next start on. */
  protectKey(key: KeyBox): void {
    this.#key = key;
  }

  get state(): ServiceState {
    return this.#state;
  }

  /**
   * Starts the service, unless one is running: there are never two on one data folder. `recover`: how to recover from
   * a store that was set aside.
   */
  start(recover?: 'backup' | 'empty'): void {
    clearTimeout(this.#retry);
    if (this.#process !== undefined) return;
    this.#set({ state: 'starting' });
    const process = this.#parts.fork();
    this.#process = process;
    this.#wasReady = false;
    this.#failure = undefined;
    process.onReport((report) => this.#onReport(process, report));
    this.#ended = new Promise((resolve) => {
      process.onExit(() => {
        if (process === this.#process) this.#onExit();
        resolve();
      });
    });
    const canProtect = this.#key !== undefined;
    process.send({ order: 'start', canProtect, ...(recover === undefined ? {} : { recover }) });
  }

  /** Resets timers after the computer slept; a service that did not wake up is noticed soon. */
  wake(): void {
    this.#lastSeenAtMs = Date.now();
    if (this.#state.state === 'running') this.#process?.send({ order: 'ping' });
  }

  /** Returns a new session of the running service. @throws if none is running, or it crashes before answering. */
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

  /** Stops the service for good: asks, and kills it if it has not ended after 20 s. Resolves once it is gone. */
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
    this.#lastSeenAtMs = Date.now();
    switch (report.report) {
      case 'seal':
        process.send({ order: 'key', value: this.#key?.seal(report.value) ?? null });
        break;
      case 'unseal':
        process.send({ order: 'key', value: this.#key?.unseal(report.value) ?? null });
        break;
      case 'ready':
        this.#wasReady = true;
        this.#deaths = 0;
        this.#watchHealth(process);
        this.#set({ state: 'running', url: report.url });
        break;
      case 'failed': {
        const { message, damage } = report;
        // Reported once the process is gone, so that another start never meets the old one.
        this.#failure = { message, ...(damage === undefined ? {} : { damage }) };
        process.kill();
        break;
      }
      case 'session':
        this.#waiters.shift()?.resolve(report.session);
        break;
      case 'activity':
        this.#parts.onActivity?.(report.activity);
        break;
      case 'pong':
    }
  }

  /** Restarts a process that does not answer, as if it had crashed. */
  #watchHealth(process: ServiceProcess): void {
    clearInterval(this.#health);
    let checkedAtMs = Date.now();
    this.#health = setInterval(() => {
      const nowMs = Date.now();
      // This process slept too, with the computer: missing answers do not count.
      if (nowMs - checkedAtMs > 2 * PING_EVERY_MS) this.#lastSeenAtMs = nowMs;
      checkedAtMs = nowMs;
      if (nowMs - this.#lastSeenAtMs > PING_DEADLINE_MS) process.kill();
      else process.send({ order: 'ping' });
    }, PING_EVERY_MS);
  }

  #onExit(): void {
    this.#process = undefined;
    clearInterval(this.#health);
    this.#parts.onActivity?.(undefined);
    for (const waiter of this.#waiters.splice(0)) waiter.reject(new Error('The station stopped.'));
    if (this.#state.state === 'stopped') return;
    if (this.#failure !== undefined) {
      this.#deaths = 0;
      this.#set({ state: 'failed', ...this.#failure });
      return;
    }
    if (!this.#wasReady) this.#deaths += 1;
    if (this.#deaths > MAX_DEATHS) {
      const message = `The station stopped ${String(this.#deaths)} times in a row.`;
      this.#deaths = 0;
      this.#set({ state: 'failed', message });
      return;
    }
    const retryInMs = this.#wasReady ? this.#delayAfterLoss() : restartDelayMs(this.#deaths);
    this.#set({ state: 'waiting', retryInMs });
    this.#retry = setTimeout(() => this.start(), retryInMs);
  }

  #delayAfterLoss(): number {
    const nowMs = Date.now();
    this.#losses = [...this.#losses.filter((atMs) => nowMs - atMs < QUICK_WINDOW_MS), nowMs];
    return this.#losses.length > QUICK_RESTARTS ? SLOW_DELAY_MS : QUICK_DELAY_MS;
  }

  #set(state: ServiceState): void {
    this.#state = state;
    this.#parts.onState(state);
  }
}
