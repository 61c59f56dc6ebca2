import type { CentralListItem } from '../client/readers.ts';
import type { CentralClient, SyncParts } from '../engine/parts.ts';
import { RunStop, valueOf } from '../engine/stop.ts';

/** A clock that is off by more than this makes every date wrong. */
const CLOCK_OFF_MS = 24 * 60 * 60 * 1_000;
/** An organisation with more devices is none that one station looks after. */
const MOST_DEVICES = 100_000;

/** The devices of the central, by their ids. */
export class List {
  readonly items = new Map<string, CentralListItem>();

  /** What the list says of a device, as one text: it is another one when something changed. */
  static textOf({ label, description, androidId, isArchived, replacedBy }: CentralListItem): string {
    return JSON.stringify([label, androidId, isArchived, replacedBy, description]);
  }
}

type Reading = { readonly central: CentralClient; readonly signal: AbortSignal };

/**
 * Reads the list of the organisation's devices.
 *
 * @throws {RunStop} where it is another organisation's than the one that was synced with before, or cannot be this interface's.
 */
export async function readList(parts: SyncParts, { central, signal }: Reading): Promise<List> {
  const { stores, records } = parts;
  const enterpriseId =
    stores.upstream.get()?.enterpriseId ?? (await learnOrganisation(parts, { central, signal }));
  const list = new List();
  const unreadable: { readonly id: string | null; readonly reason: string }[] = [];
  const asked = { signal, ...(enterpriseId === null ? {} : { enterpriseId }) };
  const walked = valueOf(
    await central.eachPage(asked, (page) => {
      for (const item of page.items) {
        refuseForeign(item, enterpriseId);
        list.items.set(item.id, item);
      }
      unreadable.push(...page.unreadable.slice(0, MOST_DEVICES));
      if (list.items.size > MOST_DEVICES || (page.total ?? 0) > MOST_DEVICES)
        throw new RunStop('blocked', {
          code: 'TOO_LARGE',
          message: `The central lists more than ${MOST_DEVICES} devices. Choose a part of them.`,
        });
    }),
  );
  if (walked.kind === 'refused') throw refusedList(walked);
  checkClock(central);
  const lastAtMs = records.core.clock.now();
  await records.core.writer.run(() => {
    for (const { id, reason } of unreadable.slice(0, 1_000)) {
      const aside = { upstreamId: id ?? '?', label: null, code: 'NOT_UNDERSTOOD', message: reason, lastAtMs };
      stores.trouble.setAside(aside);
    }
  });
  return list;
}

/** Which organisation the token speaks for, as the first devices say; null where there are none yet. */
async function learnOrganisation(
  { stores, records }: SyncParts,
  { central, signal }: Reading,
): Promise<string | null> {
  const answer = valueOf(await central.listDevices({ page: 1, signal }));
  if (answer.kind === 'refused') throw refusedList(answer);
  const found = new Set(
    answer.value.items.map(({ enterpriseId }) => enterpriseId).filter((id) => id !== undefined),
  );
  if (found.size > 1) {
    const message = `The token reaches several organisations: ${[...found].slice(0, 5).join(', ')}. Say which one is meant.`;
    throw new RunStop('blocked', { code: 'SEVERAL_ORGANISATIONS', message });
  }
  const [enterpriseId = null] = found;
  if (enterpriseId !== null) await records.core.writer.run(() => stores.upstream.set({ enterpriseId }));
  return enterpriseId;
}

function refuseForeign({ enterpriseId }: CentralListItem, known: string | null): void {
  if (known === null || enterpriseId === undefined || enterpriseId === known) return;
  const message = `The central lists devices of the organisation ${enterpriseId}; this station syncs with ${known}.`;
  throw new RunStop('blocked', { code: 'OTHER_ORGANISATION', message });
}

/** A token that speaks for another organisation now is refused the one that was synced with. */
function refusedList({ status, message }: { readonly status: number; readonly message: string }): RunStop {
  return new RunStop('blocked', { code: status === 403 ? 'FORBIDDEN' : 'NOT_THIS_INTERFACE', message });
}

/** @throws {RunStop} where the clocks of the two sides are far apart, as the last answer showed */
export function checkClock({ clockSkewMs }: CentralClient): void {
  if (clockSkewMs === undefined || Math.abs(clockSkewMs) < CLOCK_OFF_MS) return;
  const hours = Math.round(Math.abs(clockSkewMs) / 3_600_000);
  const message = `The clocks of this computer and of the central are ${hours} hours apart.`;
  throw new RunStop('blocked', { code: 'CLOCK_OFF', message });
}
