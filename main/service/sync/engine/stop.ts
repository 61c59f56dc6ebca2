import type { Outcome } from '../client/outcome.ts';
import type { RunReason } from './run-store.ts';

/** Codes of what keeps sync from going on until somebody does something. */
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

/** Ends a run before it is through. */
export class RunStop extends Error {
  override readonly name = 'RunStop';
  /** `cut`: try again by itself later. `blocked`: somebody has to do something. `stopped`: asked for. */
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

/** The value of an outcome, or a refusal that is about this one request; anything else ends the run. */
export function valueOf<Value>(outcome: Outcome<Value>): Extract<Outcome<Value>, { kind: 'ok' | 'refused' }> {
  switch (outcome.kind) {
    case 'ok':
      return outcome;
    case 'refused':
      if (outcome.status === 401)
        throw new RunStop('blocked', { code: 'TOKEN_REFUSED', message: outcome.message });
      return outcome;
    case 'limited': {
      const message = 'The central is limiting requests for now.';
      throw new RunStop('cut', { code: 'LIMITED', message }, outcome.untilMs);
    }
    case 'stale':
      throw new RunStop('cut', { code: 'LIMITED', message: 'The central asked for a pause.' });
    case 'offline':
    case 'unknownOutcome':
    case 'broken':
      throw toStop(outcome.fault.reason, outcome.fault.message);
  }
}

/** The end of a run for a fault by its reason. */
export function toStop(code: string, message: string): RunStop {
  if (code === 'STOPPED') return new RunStop('stopped', { code, message });
  return new RunStop(BLOCKED.has(code) ? 'blocked' : 'cut', { code, message });
}

/** True for a refusal that says that the device is not there. */
export function isAbsent(outcome: { readonly kind: string; readonly status?: number }): boolean {
  return outcome.kind === 'refused' && outcome.status === 404;
}
