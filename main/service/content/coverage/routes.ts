import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { spaceNeeded } from './space.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { forEachYielding, Yielder } from '../../kernel/yielding.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { tooMany } from '../../devices/changes/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import type { LibraryItem, LibraryStore } from '../files/store.ts';
import { type Downloads, SpaceCheck } from './space-check.ts';
import { CoverageCount } from './count.ts';

/** Devices searched at once. */
const SLICE = 50;
/** Keys that hold URLs: settings without them are not even parsed. */
const KEYS = ['url', 'obbUrl'];

/** Serves which headsets have which library items, and whether they have space for more. */
export function mountLibraryCoverage(http: FastifyInstance, records: Records, library: LibraryStore): void {
  mount(http, contract.getLibraryCoverage, async ({ query: { sha256 }, caller: { enterpriseId } }) => {
    if (enterpriseId === null) return noOrganisation();
    const items = library
      .brief(enterpriseId)
      .filter((item) => sha256 === undefined || item.sha256 === sha256);
    const count = new CoverageCount(records, items);
    const ids = records.ids.all(enterpriseId);
    const holding = records.devices.holding(KEYS);
    const yielder = new Yielder();
    for (let at = 0; items.length > 0 && at < ids.length; at += SLICE) {
      for (const record of holding(ids.slice(at, at + SLICE))) {
        count.add(record);
        await yielder.yieldIfDue();
      }
      await yielder.yieldIfDue();
    }
    return { items: count.answer() };
  });

  mount(http, contract.estimateSpace, async ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    const refusal = tooMany(body.devicesId);
    if (refusal !== undefined) return refusal;
    const requested = [...new Set(body.sha256)].map((sha256) => library.find(enterpriseId, sha256));
    const known = requested.filter((item) => item !== undefined);
    if (known.length < requested.length) return new Failure('NOT_FOUND', 'There is no such content here.');
    const downloads = downloadsOfEntries(known);
    const found: DeviceRecord[] = [];
    const invalidIds: string[] = [];
    await forEachYielding(new Set(body.devicesId), (id) => {
      const record = findDevice(records, id, caller);
      if (record instanceof Failure) invalidIds.push(id);
      else found.push(record);
    });
    const space = new SpaceCheck(records, library.brief(enterpriseId));
    const items = await space.on(
      found.map((record) => ({ record, downloads })),
      new Yielder(),
    );
    const neededBytes = known.reduce((sum, content) => sum + spaceNeeded(content), 0);
    return { neededBytes, items, invalidIds };
  });
}

/** Returns the contents that the assignment adds: only another version of an application is replaced. */
function downloadsOfEntries(contents: readonly LibraryItem[]): Downloads {
  const packages = new Set(contents.flatMap(({ apk }) => apk?.packageName ?? []));
  return {
    contents,
    unknown: 0,
    entries: [],
    isReplaced: ({ entry: { packageName } }) => packageName !== undefined && packages.has(packageName),
    isRemoved: () => false,
  };
}
