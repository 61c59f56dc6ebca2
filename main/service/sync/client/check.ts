import { contract } from '../../../../shared/contract/index.ts';
import { callOf, type Requests } from './requests.ts';
import type { FaultReason } from '../wire/outcome.ts';
import { readPage } from './pages.ts';
import { isUnreadable, readDevice } from './readers.ts';

/** Result of a connection check. */
export type Finding =
  | {
      readonly finding: 'OK' | 'CLOCK_OFF';
      /** Organisations of the listed devices, with their names if a record contains them. */
      readonly organisations: readonly string[];
      readonly organisationNames: Readonly<Record<string, string>>;
      readonly total: number | undefined;
      /** How far its clock is ahead of the local one, in ms; undefined if it sends no date. */
      readonly clockSkewMs: number | undefined;
      /** False if the token is sent unencrypted. */
      readonly isEncrypted: boolean;
    }
  | {
      readonly finding: 'ADDRESS_INVALID' | 'TOKEN_REFUSED' | 'FORBIDDEN' | 'LIMITED' | FaultReason;
      /** For a person, in English. */
      readonly message: string;
      readonly status?: number;
      readonly untilMs?: number;
    };

/** A token usually reaches few organisations. The rest are shown by id. */
const MAX_NAMED = 10;
/** With a larger difference, timestamps of the two sides cannot be compared. */
const MAX_SKEW_MS = 5 * 60 * 1_000;

/** Requests the first page of devices once and reports why the answer does not follow the interface, if it does not. */
export async function checkConnection(
  requests: Requests,
  { isEncrypted, signal }: { readonly isEncrypted: boolean; readonly signal: AbortSignal | undefined },
): Promise<Finding> {
  const call = callOf(contract.listDevices, {}, { page: 1, limit: 100 });
  const outcome = await requests.send({ ...call, maxBytes: 1_024 * 1_024, signal }, 1);
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
        finding: Math.abs(clockSkewMs ?? 0) > MAX_SKEW_MS ? 'CLOCK_OFF' : 'OK',
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
      if (outcome.kind === 'stale') return { finding: 'LIMITED', message: 'A pause was asked for.' };
      return {
        finding: 'LIMITED',
        message: 'Requests are limited for now.',
        untilMs: outcome.untilMs,
      };
    case 'offline':
    case 'unknownOutcome':
    case 'broken':
      return { finding: outcome.fault.reason, message: outcome.fault.message };
  }
}

/** Looks up the names of organisations in the record of one device each. */
async function namesOf(
  requests: Requests,
  samples: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<Readonly<Record<string, string>>> {
  const names: Record<string, string> = {};
  for (const [enterpriseId, deviceId] of [...samples].slice(0, MAX_NAMED)) {
    const call = callOf(contract.getDevice, { deviceId });
    const outcome = await requests.send({ ...call, maxBytes: 4 * 1_024 * 1_024, signal }, 1);
    const device = outcome.kind === 'ok' ? readDevice(outcome.value.json) : undefined;
    if (device === undefined || isUnreadable(device)) continue;
    if (device.enterpriseName !== undefined) names[enterpriseId] = device.enterpriseName;
  }
  return names;
}

function refusal(status: number, message: string): Finding {
  if (status === 401)
    return { finding: 'TOKEN_REFUSED', message: `The token was rejected: ${message}`, status };
  if (status === 403) {
    return {
      finding: 'FORBIDDEN',
      message: `The token is valid but may not list devices; it may belong to no organisation: ${message}`,
      status,
    };
  }
  return {
    finding: 'NOT_THIS_INTERFACE',
    message: `The server answers HTTP ${status} to a request for devices: the URL may lack part of its path, or belong to another service.`,
    status,
  };
}
