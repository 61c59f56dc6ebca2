import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { licenseSchema } from '../../../../shared/contract/devices/reported.ts';
import { isAtLeast } from '../../../../shared/contract/access/roles.ts';
import { toInstant } from '../../kernel/clock.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { Records } from '../../devices/index.ts';
import { EndingCount } from './expiry.ts';

/** Devices searched at once. */
const SLICE = 50;

/** Serves expiry dates: of contents, configurations and licences. */
export function mountExpiry(http: FastifyInstance, records: Records): void {
  const { clock } = records.core;
  mount(http, contract.getExpiry, async ({ query, caller: { enterpriseId, role } }) => {
    const count = new EndingCount(records, query);
    const ids = enterpriseId === null ? [] : records.ids.all(enterpriseId);
    const holding = records.devices.holding(['expirationDate']);
    // Licences are also hidden from other people in the record of a headset.
    const seesLicences = role === null || isAtLeast(role, 'technician');
    const yielder = new Yielder();
    for (let at = 0; at < ids.length; at += SLICE) {
      const part = ids.slice(at, at + SLICE);
      for (const { id, license } of seesLicences ? records.devices.licences(part) : []) {
        count.addLicence(id, licenseSchema.parse(JSON.parse(license)));
      }
      for (const record of holding(part)) {
        count.addSettings(record);
        await yielder.yieldIfDue();
      }
      await yielder.yieldIfDue();
    }
    return { computedAt: toInstant(clock.now()), items: count.answer() };
  });
}
