import { enrolDevice, enrolDeviceByCode } from '../../shared/contract/enrolment/enrolment.ts';
import { isOk, isRecord, Trial, type Faulty } from './trial.ts';
import type { Exchange } from './front/exchange.ts';
import type { Admission, CheckStation } from './station.ts';

/** How long a person may take until the agent enrols, and the agent for one step, in ms. */
export type Times = Readonly<{ waitMs: number; patienceMs: number }>;

/** An enrolled agent; null with the reasons if there is none. */
export type Enrolled = Readonly<{ trial: Trial | null; faults: Faulty }>;

/** Waits until an agent enrols into the slot, opens its stream and reports, each with its own token. */
export async function awaitEnrolment(
  station: CheckStation,
  { deviceId }: Admission,
  { waitMs, patienceMs }: Times,
): Promise<Enrolled> {
  const { front } = station;
  const since = front.exchanges.length;
  const tries = () => front.exchanges.slice(since).filter(isEnrolment);
  const accepted = () => tries().find(({ status, reply }) => isOk(status) && isRecord(reply));
  const isThere = await front.until(() => accepted() !== undefined, waitMs);
  const reply = accepted()?.reply;
  if (!isThere || !isRecord(reply)) return { trial: null, faults: [notEnrolled(tries(), waitMs)] };
  const token = typeof reply['accessToken'] === 'string' ? reply['accessToken'] : '';
  const trial = new Trial({ station, deviceId, token, patienceMs });
  return { trial, faults: await settlesIn(trial, since) };
}

async function settlesIn(trial: Trial, since: number): Promise<string[]> {
  const isOwn = ({ headers, status }: Exchange): boolean =>
    headers.authorization === `Bearer ${trial.token}` && isOk(status);
  const isOpen = await trial.until(() => trial.streams(since).some(isOwn));
  const isReported = await trial.until(() => trial.reports(since).some(isOwn));
  return [
    ...(isOpen
      ? []
      : [`It did not open GET /devices/{deviceId}/updates with its own token within ${trial.patience}.`]),
    ...(isReported
      ? []
      : [`It sent no PUT /devices/{deviceId} with its own token within ${trial.patience}.`]),
  ];
}

function notEnrolled(tries: readonly Exchange[], waitMs: number): string {
  const last = tries.at(-1);
  const outcome =
    last === undefined
      ? 'neither POST /devices nor POST /devices/manual-enrollment arrived'
      : `the station answered ${last.method} ${last.path} with ${last.status} ${JSON.stringify(last.reply)}`;
  return `No agent enrolled within ${Math.round(waitMs / 1_000)} s: ${outcome}.`;
}

function isEnrolment({ method, path }: Exchange): boolean {
  return method === 'POST' && (path === enrolDevice.path || path === enrolDeviceByCode.path);
}
