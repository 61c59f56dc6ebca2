import type { FastifyInstance } from 'fastify';

import type { DeviceListItem } from '../../../../shared/contract/devices/devices.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { MAX_LOOKUP_IDS } from '../../../../shared/contract/devices/lookup.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { forEachYielding } from '../../kernel/yielding.ts';
import { reaches } from '../records/reach.ts';
import type { Records } from '../records/records.ts';
import { toListItem } from '../views/device-view.ts';

/** `POST /devices/lookup`. */
export function mountLookup(http: FastifyInstance, records: Records): void {
  mount(http, contract.lookUpDevices, async ({ body, caller }) => {
    if (body.ids.length > MAX_LOOKUP_IDS) {
      return new Failure('BATCH_TOO_LARGE', `At most ${MAX_LOOKUP_IDS} ids in one request. Split it.`);
    }
    const found = await lookUp(records, body.ids, caller);
    if (body.strict === true && found.invalidIds.length > 0) {
      const message = `${found.invalidIds.length} of the ids do not match a device.`;
      return new Failure('DEVICE_NOT_FOUND', message, { invalidIds: found.invalidIds });
    }
    return found;
  });
}

async function lookUp(records: Records, ids: readonly string[], caller: Caller) {
  const devices: DeviceListItem[] = [];
  const invalidIds: string[] = [];
  await forEachYielding(new Set(ids), (id) => {
    const row = records.devices.listRow(id);
    // A device that the caller does not reach counts as absent.
    const isFound = row !== undefined && reaches(records, caller, { id, enterpriseId: row.enterprise_id });
    if (!isFound) invalidIds.push(id);
    else devices.push(toListItem(row));
  });
  return { devices, invalidIds };
}
