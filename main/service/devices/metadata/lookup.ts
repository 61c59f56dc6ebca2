import type { FastifyInstance } from 'fastify';

import type { DeviceListItem } from '../../../../shared/contract/devices/devices.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { MAX_LOOKUP_IDS } from '../../../../shared/contract/devices/lookup.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/mount.ts';
import { inTurns } from '../../kernel/yielding.ts';
import type { Records } from '../registry/records.ts';
import { toListItem } from '../views/device-view.ts';

/** `POST /devices/lookup`. */
export function mountLookup(http: FastifyInstance, records: Records): void {
  mount(http, contract.lookUpDevices, async ({ body, caller }) => {
    if (body.ids.length > MAX_LOOKUP_IDS) {
      return new Failure('BATCH_TOO_LARGE', `At most ${MAX_LOOKUP_IDS} ids in one request. Split it.`);
    }
    const found = await lookUp(records, body.ids, caller.reach);
    if (body.strict === true && found.invalidIds.length > 0) {
      const message = `${found.invalidIds.length} of the ids name no device.`;
      return new Failure('DEVICE_NOT_FOUND', message, { invalidIds: found.invalidIds });
    }
    return found;
  });
}

async function lookUp(records: Records, ids: readonly string[], reach: ReadonlySet<string>) {
  const devices: DeviceListItem[] = [];
  const invalidIds: string[] = [];
  await inTurns(new Set(ids), (id) => {
    const row = records.devices.listRow(id);
    // Another organisation's device counts as absent.
    if (row === undefined || !reach.has(row.enterprise_id)) invalidIds.push(id);
    else devices.push(toListItem(row));
  });
  return { devices, invalidIds };
}
