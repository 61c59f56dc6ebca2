import type { CentralListItem } from '../client/readers.ts';
import type { CentralClient } from '../client/central.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { SyncParts } from '../records/parts.ts';
import { RunStop, valueOf } from '../records/stop.ts';

/** With a larger difference between the clocks, all timestamps are wrong. */
const CLOCK_OFF_MS = 24 * 60 * 60 * 1_000;
/** More devices than one station can manage. */
const MAX_DEVICES = 100_000;

/** The devices of the central's list, by id. */
export class List {
  readonly items = new Map<string, CentralListItem>();
  /** By the ids of their slots, where these are others. */
  readonly aliases = new Map<string, CentralListItem>();

  add(item: CentralListItem): void {
    this.items.set(item.id, item);
    if (item.alias !== undefined) this.aliases.set(item.alias, item);
  }

  /** Returns the synced fields of a row as text, to detect changes. */
  static rowText({ label, description, androidId, isArchived, replacedBy }: CentralListItem): string {
    return JSON.stringify([label, androidId, isArchived, replacedBy, description]);
  }
}

type ReadContext = { readonly central: CentralClient; readonly signal: AbortSignal };

/**
 * Reads the list of the organisation's devices.
 * @throws {RunStop} if it belongs to another organisation than before, or does not follow the interface.
 */
export async function readList(parts: SyncParts, { central, signal }: ReadContext): Promise<List> {
  const { stores, records } = parts;
  const enterpriseId =
    stores.upstream.get()?.enterpriseId ?? (await learnOrganisation(parts, { central, signal }));
  const list = new List();
  const unreadable: { readonly id: string | null; readonly reason: string }[] = [];
  const filter = { signal, ...(enterpriseId === null ? {} : { enterpriseId }) };
  const walked = valueOf(
    await central.eachPage(filter, (page) => {
      for (const item of page.items) {
        refuseForeign(item, enterpriseId);
        list.add(item);
      }
      unreadable.push(...page.unreadable.slice(0, MAX_DEVICES));
      if (list.items.size > MAX_DEVICES || (page.total ?? 0) > MAX_DEVICES)
        throw new RunStop('blocked', {
          code: 'TOO_LARGE',
          message: `More than ${MAX_DEVICES} devices are listed. Select fewer in the connection settings.`,
        });
    }),
  );
  if (walked.kind === 'refused') throw refusedList(walked);
  checkClock(central);
  const lastAtMs = records.core.clock.now();
  await records.core.writer.run(() => {
    for (const { id, reason } of unreadable.slice(0, 1_000)) {
      const entry = { upstreamId: id ?? '?', label: null, code: 'NOT_UNDERSTOOD', message: reason, lastAtMs };
      stores.trouble.quarantine(entry);
    }
  });
  return list;
}

/** Determines the organisation of the token from the first devices; null if there are none. */
async function learnOrganisation(
  { stores, records }: SyncParts,
  { central, signal }: ReadContext,
): Promise<string | null> {
  const answer = valueOf(await central.listDevices({ page: 1, signal }));
  if (answer.kind === 'refused') throw refusedList(answer);
  const found = new Set(
    answer.value.items.map(({ enterpriseId }) => enterpriseId).filter((id) => id !== undefined),
  );
  if (found.size > 1) {
    const message = `The token reaches several organisations: ${[...found].slice(0, 5).join(', ')}. Choose one of them.`;
    throw new RunStop('blocked', { code: 'SEVERAL_ORGANISATIONS', message });
  }
  const [enterpriseId = null] = found;
  if (enterpriseId !== null) await records.core.writer.run(() => stores.upstream.set({ enterpriseId }));
  return enterpriseId;
}

function refuseForeign({ enterpriseId }: CentralListItem, known: string | null): void {
  if (known === null || enterpriseId === undefined || enterpriseId === known) return;
  const message = `The listed devices are of the organisation ${enterpriseId}; this station syncs with ${known}.`;
  throw new RunStop('blocked', { code: 'OTHER_ORGANISATION', message });
}

/** A token of another organisation may not list the devices of the known one. */
function refusedList({ status, message }: { readonly status: number; readonly message: string }): RunStop {
  return new RunStop('blocked', { code: status === 403 ? 'FORBIDDEN' : 'NOT_THIS_INTERFACE', message });
}

/** @throws {RunStop} if the clocks of the two sides are too far apart, according to the last answer. */
export function checkClock({ clockSkewMs, isPartner }: CentralClient): void {
  // Nothing that two stations merge depends on a clock, and neither of the two is known to be right.
  if (isPartner || clockSkewMs === undefined || Math.abs(clockSkewMs) < CLOCK_OFF_MS) return;
  const hours = Math.round(Math.abs(clockSkewMs) / 3_600_000);
  const message = `The clocks of this computer and of the central are ${hours} hours apart.`;
  throw new RunStop('blocked', { code: 'CLOCK_OFF', message });
}

/** Returns the present, for judging the times of the central; a partner's clock may be ahead by any time. */
export function latestIn(
  { central }: Pick<ReadContext, 'central'>,
  { clock }: { readonly clock: Clock },
): number {
  return central.isPartner ? Infinity : clock.now();
}
