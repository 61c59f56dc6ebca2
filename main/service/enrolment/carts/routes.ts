import type { FastifyInstance } from 'fastify';

import type { Acceptance } from '../../../../shared/contract/enrolment/carts.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { musterMetadata } from '../../devices/metadata/index.ts';
import type { CommandRecords } from '../../commands/index.ts';
import { findProfile, type ProfileStore } from '../../configuration/index.ts';
import { releaseHeadset } from '../leave/release.ts';
import { acceptanceCsv, toAcceptance } from './acceptance.ts';
import { makeSlots } from './make-slots.ts';
import { setSlotProfiles } from './slot-profiles.ts';
import { labelsOf, readSlots, type SlotLine, writeSlots } from './slots-csv.ts';
import { openCableStore } from '../cable/store.ts';
import { swapSlots, toSlot } from './swap.ts';

/** Carts as files for a spreadsheet: slots in and out, and the acceptance sheet. */
export function mountCarts(
  http: FastifyInstance,
  records: CommandRecords,
  profiles: ProfileStore,
  ownEnterpriseId: EnterpriseId,
): void {
  const cable = openCableStore(records.core.db, records.core.vault);
  mountSlotFiles(http, records, profiles);
  mountSlots(http, records, profiles);

  mount(http, contract.createAcceptanceSheet, async ({ body: { devicesId, technician }, caller }) => {
    const { clock } = records.core;
    const items: Acceptance[] = [];
    const invalidIds: string[] = [];
    await forEachYielding(new Set(devicesId), (id) => {
      const record = findDevice(records, id, caller);
      if (record instanceof Failure) invalidIds.push(id);
      else items.push(toAcceptance(records, profiles, record, cable.headsetOf(record.id)));
    });
    const at = toInstant(clock.now());
    const station = records.enterprises.find(caller.enterpriseId ?? ownEnterpriseId)?.name ?? '';
    const heading = { at, technician, station };
    const csv = acceptanceCsv(items, heading);
    return { fileName: `acceptance-${at.slice(0, 10)}.csv`, csv, ...heading, items, invalidIds };
  });
}

function mountSlotFiles(http: FastifyInstance, records: Records, profiles: ProfileStore): void {
  const { clock, writer } = records.core;

  mount(http, contract.exportSlots, async ({ body, caller }) => {
    const ids = body.devicesId ?? records.ids.all(caller.enterpriseId ?? '');
    const lines: SlotLine[] = [];
    await forEachYielding(new Set(ids), (id) => {
      const record = findDevice(records, id, caller);
      if (!(record instanceof Failure) && !record.isArchived) lines.push(toLine(records, profiles, record));
    });
    const fileName = `slots-${toInstant(clock.now()).slice(0, 10)}.csv`;
    return { fileName, csv: writeSlots(lines) };
  });

  mount(http, contract.importSlots, ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return new Failure('FORBIDDEN', 'This token is attached to no organisation.');
    const labels = labelsOf(records, enterpriseId);
    const { slots, faults, ignored } = readSlots(body.csv, {
      profile: (name) => profiles.idOfName(enterpriseId, name) !== undefined,
      label: (label) => labels.has(label),
    });
    const answer = { count: slots.length, faults: [...faults], ignored: [...ignored] };
    if (body.check || faults.length > 0) return { items: [], ...answer };
    const idOf = (name: string) => profiles.idOfName(enterpriseId, name);
    return writer.run((afterCommit) => {
      const items = makeSlots(records, { enterpriseId, slots, profileIdOf: idOf }, afterCommit);
      return items instanceof Failure ? items : { items, ...answer };
    });
  });
}

function mountSlots(http: FastifyInstance, records: CommandRecords, profiles: ProfileStore): void {
  const { writer } = records.core;

  mount(http, contract.swapSlots, ({ body, caller }) =>
    writer.run((afterCommit) => {
      const swapped = swapSlots(records, body.devicesId, caller, afterCommit);
      return swapped instanceof Failure ? swapped : { items: swapped.map(toSlot) };
    }),
  );

  mount(http, contract.freeSlot, ({ params, caller }) =>
    writer.run((afterCommit) => {
      const record = findDevice(records, params.deviceId, caller);
      if (record instanceof Failure) return record;
      if (record.androidId === null || record.isArchived)
        return new Failure('CONFLICT', 'No headset is enrolled here: the slot is free, or archived.');
      releaseHeadset(records, record, afterCommit);
      const { id, label, enrollmentToken } = records.devices.find(record.id) ?? record;
      return { id, label: label ?? '', enrollmentToken };
    }),
  );

  mount(http, contract.setSlotProfiles, async ({ body: { devicesId, profileId }, caller }) => {
    const isUnknown = profileId !== null && findProfile(profiles, profileId, caller) instanceof Failure;
    if (isUnknown) return new Failure('NOT_FOUND', 'There is no such profile. Nothing was changed.');
    return { items: await setSlotProfiles(records, profiles, { devicesId, profileId, caller }) };
  });
}

function toLine(records: Records, profiles: ProfileStore, record: DeviceRecord): SlotLine {
  const { types, slotProfiles } = records;
  const type = record.typeId === null ? undefined : types.find(record.enterpriseId, record.typeId);
  const profileId = slotProfiles.find(record.key) ?? slotProfiles.applied(record.key)?.profileId;
  return {
    record,
    model: type?.name ?? null,
    place: musterMetadata(record.metadata),
    profile: profileId === undefined ? null : (profiles.find(profileId)?.name ?? null),
  };
}
