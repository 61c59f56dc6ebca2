import type { FastifyInstance } from 'fastify';

import type { Acceptance } from '../../../../shared/contract/enrolment/carts.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import { findDevice } from '../../devices/live/index.ts';
import { type CommandRecords, releaseHeadset } from '../../commands/index.ts';
import { findProfile, type ProfileStore } from '../../configuration/index.ts';
import { acceptanceCsv, toAcceptance } from './acceptance.ts';
import { setSlotProfiles } from './slot-profiles.ts';
import { mountSlotLists } from '../lists/routes.ts';
import { openCableStore } from './cable-store.ts';
import { swapSlots, toSlot } from './swap.ts';

/** Carts as files for a spreadsheet: slots in and out, and the acceptance sheet. */
export function mountCarts(
  http: FastifyInstance,
  records: CommandRecords,
  profiles: ProfileStore,
  ownEnterpriseId: EnterpriseId,
): void {
  const cable = openCableStore(records.core.db, records.core.vault);
  mountSlotLists(http, records, profiles);
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
