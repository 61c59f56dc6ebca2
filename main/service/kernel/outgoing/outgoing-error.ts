/**
 * Why a fetch gave no answer.
 *
 * - `address`: the policy forbids the address. `unreachable`: no connection, or it broke. `timeout`: too slow.
 * - `certificate`: shows a key that is not trusted.
 * - `redirect`: sent elsewhere. `tooLarge`: more bytes than wanted. `type`: not what was asked for.
 */
export type OutgoingReason =
  | 'address'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'redirect'
  | 'tooLarge'
  | 'type';

/** A fetch that gave no usable answer. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.reason = reason;
  }
}

/** What went wrong below, in the terms of this client. */
export function toOutgoingError(error: unknown, isOverdue: boolean): OutgoingError {
  if (error instanceof OutgoingError) return error;
  if (isOverdue || TIMEOUTS.has(codeOf(error))) {
    return new OutgoingError('timeout', 'No answer in time', error);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new OutgoingError('unreachable', message, error);
}

/** Undici's own. */
const TIMEOUTS: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
