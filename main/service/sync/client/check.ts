import type { Requests } from './requests.ts';
import type { FaultReason } from './outcome.ts';
import { readPage } from './pages.ts';
import { isUnreadable, readDevice } from './readers.ts';

/** What a connection check found. */
export type Finding =
  | {
      readonly finding: 'OK' | 'CLOCK_OFF';
      /** The organisations of the devices that it showed, and what they are called where a record says so. */
      readonly organisations: readonly string[];
      readonly organisationNames: Readonly<Record<string, string>>;
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

/** A token reaches few organisations; the others are shown by their ids. */
const MAX_NAMED = 10;
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
      const samples = new Map(
        items.flatMap((item) => (item.enterpriseId === undefined ? [] : [[item.enterpriseId, item.id]])),
      );
      const organisations = [...samples.keys()];
      const organisationNames = await namesOf(requests, samples, signal);
      return {
        finding: Math.abs(clockSkewMs ?? 0) > MOST_SKEW_MS ? 'CLOCK_OFF' : 'OK',
        organisations,
        organisationNames,
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

/** What organisations are called, as the record of one device of each says. */
async function namesOf(
  requests: Requests,
  samples: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, string>>> {
  const names: Record<string, string> = {};
  for (const [enterpriseId, deviceId] of [...samples].slice(0, MAX_NAMED)) {
    const path = `/devices/${encodeURIComponent(deviceId)}`;
    const asked = { method: 'GET', path, pattern: '/devices/{deviceId}' } as const;
    const outcome = await requests.send({ ...asked, maxBytes: 4 * 1_024 * 1_024, signal }, 1);
    const device = outcome.kind === 'ok' ? readDevice(outcome.value.json) : undefined;
    if (device === undefined || isUnreadable(device)) continue;
    if (device.enterpriseName !== undefined) names[enterpriseId] = device.enterpriseName;
  }
  return names;
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
