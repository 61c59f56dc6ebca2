import type { Access } from '../access/index.ts';
import type { Core } from '../kernel/kernel.ts';
import type { Module } from '../kernel/module.ts';
import type { EventStreams } from '../kernel/streams/event-stream.ts';
import { type CodeGuard, openCodeGuard } from './codes/guard.ts';
import { mountEvents } from './events/routes.ts';
import { type Groups, openGroups } from './groups/groups.ts';
import { mountGroups } from './groups/routes.ts';
import { openGroupStore } from './groups/store.ts';
import { mountFleetUpdates } from './live/fleet-updates.ts';
import { findKey } from './records/reach.ts';
import { mountDeviceUpdates } from './live/updates.ts';
import { mountLookup } from './metadata/lookup.ts';
import { mountMetadata } from './metadata/routes.ts';
import { openHeadsetCounts } from './live/counts.ts';
import { openRecords, type Records } from './records/records.ts';
import { mountRecords } from './routes/record-routes.ts';
import { mountDevices } from './routes/routes.ts';

type Input = {
  readonly access: Access;
  readonly streams: EventStreams;
  /** True to refuse headsets of an unknown model. */
  readonly refusesUnknownTypes: boolean;
};

/** The records of headsets, their groups, and their reports. */
export type Devices = Omit<Module, 'counts'> & {
  readonly records: Records;
  readonly guard: CodeGuard;
  readonly groups: Groups;
  counts: ReturnType<typeof openHeadsetCounts>;
  /** Counts the organisations served here, and all records. */
  readonly stored: { organisations(): number; devices(): number };
};

/** Opens the records of headsets. */
export function openDevices(core: Core, input: Input): Devices {
  const { access, streams, refusesUnknownTypes } = input;
  const records = openRecords(core, access, refusesUnknownTypes);
  const guard = openCodeGuard(core.db);
  const groups = openGroupStore(core.db);
  return {
    records,
    guard,
    groups: openGroups(core, groups),
    counts: openHeadsetCounts(core),
    stored: {
      organisations: () => access.enterprises.countLocal(),
      devices: () => records.devices.countAll(),
    },
    names: { inPath: { groupId: (id) => groups.find(id)?.name } },
    mount(http) {
      access.mountIssuing(http, (id) => records.devices.find(id)?.enterpriseId);
      mountGroups(http, records, groups);
      mountDevices(http, records);
      mountLookup(http, records);
      mountRecords(http, records);
      mountMetadata(http, records);
      mountEvents(http, core, records.events, (id, caller) => findKey(records, id, caller));
      mountDeviceUpdates(http, records, streams);
      mountFleetUpdates(http, records, guard, streams);
    },
  };
}
