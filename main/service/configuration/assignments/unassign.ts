import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { Unassigned } from '../../../../shared/contract/content/library-unassign.ts';
import { deploymentOf, viewOf } from '../../devices/deployment/index.ts';
import { digestFinder } from '../../../../shared/domain/content/library-address.ts';
import { withoutContents } from './contents.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { Yielder } from '../../kernel/yielding.ts';
import { writeSettings } from '../settings/apply.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { changingIn, tooMany } from '../../devices/changes/index.ts';
import { actOf } from '../../devices/history/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { toContents, toReported } from '../../devices/registry/index.ts';
import type { LibraryStore } from '../../content/index.ts';
import { ContentPlan, kioskStays } from './plan.ts';

/** Serves the removal of library items from headsets, and its preview. */
export function mountUnassign(http: FastifyInstance, records: Records, library: LibraryStore): void {
  mount(http, contract.unassignLibraryItem, async ({ params: { sha256 }, body, caller }) => {
    const { devicesId, dryRun = false } = body;
    const { enterpriseId } = caller;
    const items = enterpriseId === null ? [] : library.brief(enterpriseId);
    if (!items.some((item) => item.sha256 === sha256)) {
      return new Failure('NOT_FOUND', 'There is nothing with this digest in the library.');
    }
    const refusal = tooMany(devicesId);
    if (refusal !== undefined) return refusal;
    const digestOf = digestFinder(items);
    const removal = new Removal(records, ({ url }) => url !== undefined && digestOf(url) === sha256);
    const ids = [...new Set(devicesId)];
    return dryRun
      ? { dryRun, changeId: null, ...(await previewRemoval(records, removal, { ids, caller })) }
      : { dryRun, ...(await removeFromDevices(records, removal, { ids, caller })) };
  });
}

type Requested = { readonly ids: readonly string[]; readonly caller: Caller };
type Outcome = { readonly items: Unassigned[]; readonly invalidIds: string[] };

/** Computes the result of a removal for each headset. */
class Removal {
  readonly #records: Records;
  readonly #isIt: (entry: { readonly url?: string | undefined }) => boolean;
  readonly #plan: ContentPlan;
  readonly #kioskNeeds: ReturnType<typeof kioskStays>;

  constructor(records: Records, isIt: (entry: { readonly url?: string | undefined }) => boolean) {
    this.#records = records;
    this.#isIt = isIt;
    this.#plan = new ContentPlan({
      concerns: (settings) => toEntries(settings).some(isIt),
      apply: (settings) => withoutContents(settings, isIt),
    });
    this.#kioskNeeds = kioskStays(records, 'devicesId');
  }

  /** Returns the result for a headset, and its settings as text if they change. */
  of(record: DeviceRecord): { readonly item: Unassigned; readonly settings: string | null } {
    const planned = this.#plan.for(record);
    if (!planned.isConcerned || record.isArchived) {
      return { item: { deviceId: record.id, outcome: 'notAssigned', status: null }, settings: null };
    }
    const staysAssigned = this.#kioskNeeds(record, planned) !== undefined;
    const item = {
      deviceId: record.id,
      outcome: staysAssigned ? 'kept' : 'taken',
      status: this.#status(record),
    } as const;
    return { item, settings: staysAssigned ? null : planned.text };
  }

  #status(record: DeviceRecord): Unassigned['status'] {
    const { core, reports } = this.#records;
    const content = toContents(record.settings).find(({ entry }) => this.#isIt(entry));
    if (content === undefined) return null;
    const reported = toReported(reports.inventory(record.key), reports.report(record.key));
    const view = viewOf(reported, core.clock.now());
    return deploymentOf(content.entry, content.kind, view)?.status ?? null;
  }
}

async function previewRemoval(
  records: Records,
  removal: Removal,
  { ids, caller }: Requested,
): Promise<Outcome> {
  const items: Unassigned[] = [];
  const invalidIds: string[] = [];
  const yielder = new Yielder();
  for (const id of ids) {
    const record = findDevice(records, id, caller);
    if (record instanceof Failure) invalidIds.push(id);
    else items.push(removal.of(record).item);
    await yielder.yieldIfDue();
  }
  return { items, invalidIds };
}

/** Removes it in one transaction: one change in the history, which can be undone everywhere. */
function removeFromDevices(
  records: Records,
  removal: Removal,
  { ids, caller }: Requested,
): Promise<Outcome & { readonly changeId: string | null }> {
  return records.core.writer.runLarge(function* removeAll(large) {
    const changing = changingIn(records, large, actOf(caller, 'contents'));
    const items: Unassigned[] = [];
    const invalidIds: string[] = [];
    for (const id of ids) {
      yield;
      const record = findDevice(records, id, caller);
      if (record instanceof Failure) {
        invalidIds.push(id);
        continue;
      }
      const { item, settings } = removal.of(record);
      items.push(item);
      if (settings !== null) writeSettings(records, record, settings, changing);
    }
    const { enterpriseId } = caller;
    const changeId = enterpriseId === null ? undefined : changing.changeId(enterpriseId);
    return { items, invalidIds, changeId: changeId ?? null };
  });
}

function toEntries({ applications = [], videos = [], files = [] }: StoredSettings) {
  return [...applications, ...videos, ...files];
}
