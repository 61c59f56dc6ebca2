import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { Failure } from '../../failure.ts';
import { mount } from '../../http/mount.ts';
import { Pause } from '../../pause.ts';
import type { Records } from '../devices/index.ts';
import type { LibraryStore } from '../library/index.ts';
import { CoverageCount } from './count.ts';

/** Devices looked through at once. */
const SLICE = 50;
/** The keys that hold addresses: settings without them are not even read. */
const KEYS = ['url', 'obbUrl'];

/** Serves who has what of the library. */
export function mountLibraryCoverage(http: FastifyInstance, records: Records, library: LibraryStore): void {
  mount(http, contract.getLibraryCoverage, async ({ query: { sha256 }, caller: { enterpriseId } }) => {
    if (enterpriseId === null) {
      return new Failure('FORBIDDEN', 'This token is attached to no organisation.');
    }
    const items = library
      .brief(enterpriseId)
      .filter((item) => sha256 === undefined || item.sha256 === sha256);
    const count = new CoverageCount(records, items);
    const ids = records.ids.all(enterpriseId);
    const holding = records.devices.holding(KEYS);
    const pause = new Pause();
    for (let at = 0; items.length > 0 && at < ids.length; at += SLICE) {
      for (const record of holding(ids.slice(at, at + SLICE))) {
        count.add(record);
        await pause.ifDue();
      }
      await pause.ifDue();
    }
    return { items: count.answer() };
  });
}
