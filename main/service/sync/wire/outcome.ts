/** Reasons why there is no usable answer of the central. */
export type FaultReason =
  /** The host name does not exist, or DNS does not answer. */
  | 'NAME_UNKNOWN'
  /** Nothing listens on this port. */
  | 'CONNECTION_REFUSED'
  /** There is no route to the host, or the connection broke. */
  | 'UNREACHABLE'
  | 'TIMEOUT'
  /** The certificate is not valid for this address, or the server does not speak TLS. */
  | 'TLS'
  | 'REDIRECTED'
  /** 5xx, after all retries. */
  | 'SERVER_ERROR'
  | 'TOO_LARGE'
  /** HTML, truncated JSON or fields of a wrong type: another service, or a broken one. */
  | 'NOT_THIS_INTERFACE'
  /** The list never ends or repeats pages. */
  | 'ENDLESS_PAGES'
  /** The central was restored from a backup after the data of this request was read. */
  | 'WENT_BACK'
  | 'STOPPED';

/** A reason, and a message for the log. `status`: the 5xx of an answer. */
export type CentralFault = {
  readonly reason: FaultReason;
  readonly message: string;
  readonly status?: number | undefined;
};

/**
 * Outcome of a request.
 *
 * - `refused`: the central rejected it and would reject it again. Nothing was done.
 * - `offline`: a write was not sent, or a read got no answer. Nothing was done.
 * - `unknownOutcome`: a write was sent but its result is unknown: read before writing again.
 * - `limited`: the central asked for a pause until then; nothing is sent before. Nothing was done.
 * - `stale`: a write had to wait and must be computed again before it is sent. Nothing was done.
 * - `broken`: the answer does not follow the interface.
 */
export type Outcome<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | Refused
  | { readonly kind: 'offline'; readonly fault: CentralFault }
  | { readonly kind: 'unknownOutcome'; readonly fault: CentralFault }
  | { readonly kind: 'limited'; readonly untilMs: number }
  | { readonly kind: 'stale' }
  | { readonly kind: 'broken'; readonly fault: CentralFault };

export type Refused = {
  readonly kind: 'refused';
  readonly status: number;
  /** The stable error code, if the body contains one. */
  readonly code: string | null;
  readonly message: string;
  /** The whole body, unchanged. */
  readonly body: unknown;
};
