import type { IncomingHttpHeaders } from 'node:http';

/** A request of the agent, as it arrived, and its answer. */
export type Exchange = {
  /** When it arrived, in ms of this process. */
  readonly atMs: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** JSON of its body; undefined if it has none. */
  readonly body: unknown;
  /** Status of the answer; null: no answer yet, or the connection was closed in its place. */
  status: number | null;
  /** JSON of the answer, as the agent got it. */
  reply: unknown;
  /** True if it was sent to a station with another key than before. */
  readonly isToImpostor: boolean;
};

/** What happens to one request or to its answer. */
export type Fault =
  /** The connection is closed before the station gets the request. */
  | Readonly<{ kind: 'loseRequest' }>
  /** The station gets the request; the connection is closed in place of the answer. */
  | Readonly<{ kind: 'loseAnswer' }>
  /** This answer, and the station gets nothing. `retryAfterSec`: the header of that name. */
  | Readonly<{ kind: 'answer'; status: number; retryAfterSec?: number }>
  /** The connection is closed after so many bytes of the answer’s body. */
  | Readonly<{ kind: 'cut'; afterBytes: number }>
  /** One byte of the answer’s body is changed. */
  | Readonly<{ kind: 'damage'; at: number }>
  /** The JSON of the answer is changed. */
  | Readonly<{ kind: 'edit'; edit: (reply: unknown) => unknown }>;

/** Selects the fault of a request; undefined: none. */
export type Faults = (exchange: Exchange) => Fault | undefined;

export const NO_FAULTS: Faults = () => undefined;
