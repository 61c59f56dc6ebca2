import type { Outcome } from '../wire/outcome.ts';
import type { RunReason } from './run-store.ts';

/** Codes of faults that block sync until someone acts. */
const BLOCKED_CODES = [
  'ADDRESS_INVALID',
  'TLS',
  'REDIRECTED',
  'TOKEN_REFUSED',
  'FORBIDDEN',
  'NOT_THIS_INTERFACE',
  'TOO_LARGE',
  'ENDLESS_PAGES',
  'OTHER_ORGANISATION',
  'SEVERAL_ORGANISATIONS',
  'CLOCK_OFF',
  'MANY_GONE',
  'TOKEN_UNREADABLE',
] as const;

const BLOCKED: ReadonlySet<string> = new Set(BLOCKED_CODES);

/** Ends a run early. */
export class RunStop extends Error {
  override readonly name = 'RunStop';
  /** `cut`: retry automatically later. `blocked`: someone must act. `stopped`: requested. */
  readonly outcome: 'cut' | 'blocked' | 'stopped';
  readonly reason: RunReason;
  /** Nothing may be sent before. */
  readonly untilMs: number | undefined;

  constructor(outcome: 'cut' | 'blocked' | 'stopped', reason: RunReason, untilMs?: number) {
    super(reason.message);
    this.outcome = outcome;
    this.reason = reason;
    this.untilMs = untilMs;
  }
}

/**
 * Returns the value of an outcome, or a refusal of this one request.
 * @throws {RunStop} for any other outcome.
 */
export function valueOf<Value>(outcome: Outcome<Value>): Extract<Outcome<Value>, { kind: 'ok' | 'refused' }> {
  switch (outcome.kind) {
    case 'ok':
      return outcome;
    case 'refused':
      if (outcome.status === 401)
        throw new RunStop('blocked', { code: 'TOKEN_REFUSED', message: outcome.message });
      return outcome;
    case 'limited': {
      const message = 'Requests are limited for now.';
      throw new RunStop('cut', { code: 'LIMITED', message }, outcome.untilMs);
    }
    case 'stale':
      throw new RunStop('cut', { code: 'LIMITED', message: 'A pause was asked for.' });
    case 'offline':
    case 'unknownOutcome':
    case 'broken':
      throw toStop(outcome.fault.reason, outcome.fault.message);
  }
}

/** Returns the error that ends a run because of this fault. */
export function toStop(code: string, message: string): RunStop {
  if (code === 'STOPPED') return new RunStop('stopped', { code, message });
  return new RunStop(BLOCKED.has(code) ? 'blocked' : 'cut', { code, message });
}

/** True for a refusal because the device does not exist. */
export function isAbsent(outcome: { readonly kind: string; readonly status?: number }): boolean {
  return outcome.kind === 'refused' && outcome.status === 404;
}
