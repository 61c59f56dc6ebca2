import type { PushCall } from '../../../shared/domain/sync/push-calls.ts';
import type { Finding } from './check.ts';
import type { Outcome } from './outcome.ts';
import type { CentralDevice, CentralPage, ReportReply, WriteResult } from './readers.ts';

/** How the central is reached. Everything that depends on time or chance is handed in. */
export type CentralOptions = {
  /** Base address, with or without a path, without a slash at the end. */
  readonly address: string;
  readonly token: string;
  readonly now: () => number;
  /** Settles after so many ms, or at once when `signal` aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
  /** Requests at a time; 4 where not given. */
  readonly atOnce?: number;
  /** Tries of one request, the first included; 5 where not given. */
  readonly attempts?: number;
  /** For one request, all of its bytes included; 20 s where not given. */
  readonly timeoutMs?: number;
};

/** What is told of a device that is followed: `opened` each time its stream was opened (read it again), else an event. */
export type Followed = (id: string, event: { readonly name: string; readonly data: unknown }) => void;

/**
 * The central as its ordinary client knows it: the documented interface and nothing else. No method throws for what
 * network or central do.
 */
export type Central = {
  /** One page of the list; `page` starts at 1. */
  listDevices(asked: {
    readonly page: number;
    readonly enterpriseId?: string;
    readonly signal?: AbortSignal;
  }): Promise<Outcome<CentralPage>>;
  /**
   * The whole list, each device once, in pages as they come: walked again where it moved meanwhile. What is not in it may
   * still exist: only a 404 for its id says that a device is gone.
   */
  eachPage(
    asked: { readonly enterpriseId?: string; readonly signal?: AbortSignal },
    use: (page: CentralPage, seen: number) => Promise<void> | void,
  ): Promise<Outcome<{ readonly total: number }>>;
  getDevice(id: string, signal?: AbortSignal): Promise<Outcome<CentralDevice>>;
  getDeviceByAndroidId(androidId: string, signal?: AbortSignal): Promise<Outcome<CentralDevice>>;
  /**
   * Writes; by itself splits what is too large (413). One result for each id, in no order; an id that the answer
   * does not name is one that failed.
   */
  push(call: PushCall, signal?: AbortSignal): Promise<Outcome<readonly WriteResult[]>>;
  enrol(
    given: { readonly enrollmentToken: string; readonly androidId: string },
    signal?: AbortSignal,
  ): Promise<Outcome<CentralDevice>>;
  unenrol(id: string, signal?: AbortSignal): Promise<Outcome<null>>;
  /** 404 is `refused`. */
  remove(id: string, signal?: AbortSignal): Promise<Outcome<null>>;
  /** `PUT /devices/{id}`. Not repeated blindly: after `unknownOutcome` ask `knownEvents` which events arrived. */
  report(id: string, body: object, signal?: AbortSignal): Promise<Outcome<ReportReply>>;
  /** Which of these events the central has: reads the newest pages until all are found or there are no more. */
  knownEvents(
    id: string,
    eventIds: ReadonlySet<string>,
    signal?: AbortSignal,
  ): Promise<Outcome<ReadonlySet<string>>>;
  /** What is wrong with address, token or central, precisely. */
  check(signal?: AbortSignal): Promise<Finding>;
  /** Follows the streams of these devices, a few at a time in turn. `set` changes who is followed. */
  follow(heard: Followed): { set(ids: readonly string[]): void; stop(): Promise<void> };
  /** ms that the central's clock is ahead of ours, by the last answer that named its time. */
  readonly clockSkewMs: number | undefined;
  /** Until when the central asked to be left alone. */
  readonly limitedUntilMs: number;
  /** Requests sent since the start, by `METHOD path pattern`. */
  readonly sent: ReadonlyMap<string, number>;
  close(): Promise<void>;
};

export function openCentral(_options: CentralOptions): Central {
  throw new Error('Not written yet');
}
