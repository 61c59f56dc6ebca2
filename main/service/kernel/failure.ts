import type { ErrorCode, ErrorDetail, PackageConflict } from '../../../shared/contract/errors.ts';

/** Optional parts of a refusal, besides its code and text. */
export type FailureExtras = {
  readonly details?: readonly ErrorDetail[];
  /** Ids that match no device. */
  readonly invalidIds?: readonly string[];
  /** Entries that claim one package name for different binaries. */
  readonly conflicts?: readonly PackageConflict[];
  /** Sent as `Retry-After`, in seconds. */
  readonly retryAfterSec?: number;
};

/** An expected refusal with a reply for the caller. It is returned, not thrown. */
export class Failure<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Failure';
  readonly code: Code;
  readonly extras: FailureExtras;

  constructor(code: Code, message: string, extras: FailureExtras = {}) {
    super(message);
    this.code = code;
    this.extras = extras;
  }
}

/** Refuses a caller whose token belongs to no organisation. */
export function noOrganisation(): Failure<'FORBIDDEN'> {
  return new Failure('FORBIDDEN', 'This token is attached to no organisation.');
}
