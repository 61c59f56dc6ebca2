/** Why nothing usable came from the central. */
export type FaultReason =
  /** No such name, or the name service does not answer. */
  | 'NAME_UNKNOWN'
  /** The address answers that nobody listens there. */
  | 'CONNECTION_REFUSED'
  /** No way there, or the connection broke. */
  | 'UNREACHABLE'
  | 'TIMEOUT'
  /** The certificate is not valid for this address, or no TLS is spoken there. */
  | 'TLS'
  | 'REDIRECTED'
  /** 5xx, also after having asked again. */
  | 'SERVER_ERROR'
  | 'TOO_LARGE'
  /** HTML, cut JSON, fields of a wrong type: another program, or a broken one. */
  | 'NOT_THIS_INTERFACE'
  /** Pages that never end or that repeat themselves. */
  | 'ENDLESS_PAGES'
  | 'STOPPED';

/** A reason with words for the log. */
export type CentralFault = { readonly reason: FaultReason; readonly message: string };

/**
 * What came of a request.
 *
 * - `refused`: the central says no; the same again would be refused again. Nothing was done.
 * - `offline`: the request did not get there or a reading got no answer. Nothing was done.
 * - `unknownOutcome`: a write went out and what became of it is not known: read before writing again.
 * - `limited`: the central asked to be left alone until then; nothing is sent before. Nothing was done.
 * - `stale`: a write had to wait after it was worked out, and is worked out again instead of being sent. Nothing was done.
 * - `broken`: an answer that is none of this interface.
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
  /** The stable code, where the body names one. */
  readonly code: string | null;
  readonly message: string;
  /** The whole body, as it came. */
  readonly body: unknown;
};
