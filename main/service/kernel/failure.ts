import type { ErrorCode, ErrorDetail, PackageConflict } from '../../../shared/contract/errors.ts';

/** What a refusal may say besides its code and text. */
export type FailureExtras = {
  readonly details?: readonly ErrorDetail[];
  /** The ids that name no device. */
  readonly invalidIds?: readonly string[];
  /** The entries that claim one package name for different binaries. */
  readonly conflicts?: readonly PackageConflict[];
  /** Sent as `Retry-After`, in seconds. */
  readonly retryAfterSec?: number;
};

/** An expected refusal that the caller is told about. It is returned, not thrown. */
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
