import Database from 'better-sqlite3';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { Digests } from '../../../../main/service/content/digest/digest.ts';
import { Arrivals } from '../../../../main/service/content/files/arrivals.ts';
import { LibraryFiles } from '../../../../main/service/content/files/files.ts';
import { openLibraryStore } from '../../../../main/service/content/index.ts';
import { tidy } from '../../../../main/service/content/library/tidy.ts';
import { openJobStore } from '../../../../main/service/content/transfers/job-store.ts';
import { openUploadStore } from '../../../../main/service/content/transfers/upload-store.ts';
import { systemClock } from '../../../../main/service/kernel/clock.ts';
import { Mutex } from '../../../../main/service/kernel/mutex.ts';
import { LogFlush } from '../../../../main/service/kernel/store/log/log-flush.ts';
import { StoreThread } from '../../../../main/service/kernel/store/store-thread.ts';
import { Writer } from '../../../../main/service/kernel/store/writer.ts';
import { aStation } from '../../../support/a-station.ts';
import { closing } from '../../../support/closing.ts';

test('what is being added to the library is not tidied up; what nobody adds is', async () => {
  await using station = await aStation();
  await station.service.stop();
  using db = closing(new Database(join(station.folder, 'muster.db')));
  const writer = new Writer(db, new StoreThread(db), new LogFlush(db));
  const files = new LibraryFiles(station.folder);
  const mutex = new Mutex();
  const parts = {
    core: { clock: systemClock, writer },
    store: openLibraryStore(db),
    uploads: openUploadStore(db),
    jobs: openJobStore(db),
    arrivals: new Arrivals(files, new Digests()),
    files,
    mutex,
  };
  await (await files.openArriving('app')).close();

  const tidying = await mutex.run(async () => {
    const running = tidy(parts);
    await sleep(200);
    expect(await files.arriving()).toEqual(['app']);
    return { running };
  });
  await tidying.running;
  expect(await files.arriving()).toEqual([]);
  await writer.close();
});
