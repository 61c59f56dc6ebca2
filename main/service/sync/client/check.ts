import type { Requests } from './requests.ts';
import type { FaultReason } from './outcome.ts';
import { readPage } from './pages.ts';

/** What a connection check found. */
export type Finding =
  | {
      readonly finding: 'OK' | 'CLOCK_OFF';
      /** The organisations of the devices that it showed. */
      readonly organisations: readonly string[];
      readonly total: number | undefined;
      /** ms that its clock is ahead of ours; undefined where it does not tell its time. */
      readonly clockSkewMs: number | undefined;
      /** False where the token travels in the clear. */
      readonly isEncrypted: boolean;
    }
  | {
      readonly finding: 'ADDRESS_INVALID' | 'TOKEN_REFUSED' | 'FORBIDDEN' | 'LIMITED' | FaultReason;
      /** For a person, in English. */
      readonly message: string;
      readonly status?: number;
      readonly untilMs?: number;
    };

/** Further apart than this, dates of one side mislead the other. */
const MOST_SKEW_MS = 5 * 60 * 1_000;

/** Asks for the first devices, once, and says what is wrong where that is not answered as the interface says. */
export async function checkConnection(
  requests: Requests,
  { isEncrypted, signal }: { readonly isEncrypted: boolean; readonly signal: AbortSignal | undefined },
): Promise<Finding> {
  const query = { method: 'GET', path: '/devices?page=1&limit=100', pattern: '/devices' } as const;
  const outcome = await requests.send({ ...query, maxBytes: 1_024 * 1_024, signal }, 1);
  switch (outcome.kind) {
    case 'ok': {
      const page = readPage(outcome.value.json, 1);
      if (page.kind !== 'ok') return { finding: page.fault.reason, message: page.fault.message };
      const { items, total } = page.value;
      const clockSkewMs = requests.clockSkewMs;
      const organisations = new Set(items.flatMap(({ enterpriseId }) => enterpriseId ?? []));
      return {
        finding: Math.abs(clockSkewMs ?? 0) > MOST_SKEW_MS ? 'CLOCK_OFF' : 'OK',
        organisations: [...organisations],
        total,
        clockSkewMs,
        isEncrypted,
      };
    }
    case 'refused':
      return refusal(outcome.status, outcome.message);
    case 'stale':
    case 'limited':
      if (outcome.kind === 'stale') return { finding: 'LIMITED', message: 'It asks for a pause.' };
      return { finding: 'LIMITED', message: 'It asks to be left alone for now.', untilMs: outcome.untilMs };
    case 'offline':
    case 'unknownOutcome':
    case 'broken':
      return { finding: outcome.fault.reason, message: outcome.fault.message };
  }
}

function refusal(status: number, message: string): Finding {
  if (status === 401)
    return { finding: 'TOKEN_REFUSED', message: `It refuses the token: ${message}`, status };
  if (status === 403) {
    return {
      finding: 'FORBIDDEN',
      message: `The token is good, but may not list devices; it may belong to no organisation: ${message}`,
      status,
    };
  }
  return {
    finding: 'NOT_THIS_INTERFACE',
    message: `It answers HTTP ${status} to a list of devices: the address may lack a part of its path, or be another service’s.`,
    status,
  };
}
