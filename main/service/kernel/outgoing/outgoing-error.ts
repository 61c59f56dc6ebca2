/**
 * Why a request has no usable answer.
 *
 * - `address`: forbidden by the policy. `unreachable`: no connection, or it was lost. `timeout`: too slow.
 * - `certificate`: the key is not trusted.
 * - `redirect`: sent elsewhere. `tooLarge`: more bytes than wanted. `type`: another media type.
 */
export type OutgoingReason =
  | 'address'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'redirect'
  | 'tooLarge'
  | 'type';

/** A request without a usable answer. */
export class OutgoingError extends Error {
  override readonly name = 'OutgoingError';
  readonly reason: OutgoingReason;

  constructor(reason: OutgoingReason, message: string, cause?: unknown) {
    super(message, cause === undefined ? {} : { cause });
    this.reason = reason;
  }
}

/** Converts an error of the libraries below. */
export function toOutgoingError(error: unknown, isOverdue: boolean): OutgoingError {
  if (error instanceof OutgoingError) return error;
  if (isOverdue || TIMEOUTS.has(codeOf(error))) {
    return new OutgoingError('timeout', 'No answer in time', error);
  }
  const message = error instanceof Error ? error.message : String(error);
  return new OutgoingError('unreachable', message, error);
}

/** Error codes of undici. */
const TIMEOUTS: ReadonlySet<unknown> = new Set([
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
