import Database from 'better-sqlite3';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { createBackup } from '../../../../shared/contract/operations/backups.ts';
import { getStation } from '../../../../shared/contract/operations/station.ts';
import { anyNumber, anyText } from '../../../support/any-value.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const clock = new ManualClock();
const station = await aSharedStation({ clock });

test('the station reports its version and where it listens, and no secret', async () => {
  const { status, body } = await station.call(getStation);

  expect(status).toBe(200);
  expect(body).toEqual({
    name: anyText,
    version: '0.0.0-test',
    epoch: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    role: 'station',
    enterprise: { id: station.enterpriseId, name: anyText, timeZone: anyText },
    addresses: [station.url],
    tlsFingerprint: null,
    sync: null,
    serves: null,
    startedAt: new Date(clock.now()).toISOString(),
    disk: { state: anyText, freeBytes: anyNumber, totalBytes: anyNumber },
    warnings: [],
  });
  expect(JSON.stringify(body)).not.toContain(station.token.slice(-40));
});

test('a headset may ask which station it belongs to', async () => {
  const { token } = await station.enrolled();

  const { body } = await station.call(getStation, { token });

  expect(body.enterprise.id).toBe(station.enterpriseId);
  expect(body).toMatchObject({ disk: null, warnings: [] });
});

test('a backup is a complete store that opens and has the same contents', async () => {
  const { id } = await station.enrolled('backed-up');

  const { status, body } = await station.call(createBackup);

  expect(status).toBe(200);
  const path = join(station.folder, 'backups', body.name);
  expect(statSync(path).size).toBe(body.sizeBytes);
  const db = new Database(path, { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.prepare('SELECT android_id FROM device WHERE id = ?').pluck().get(id)).toBe('backed-up');
  db.close();
});

test('ten backups are kept, the oldest are deleted first', async () => {
  const names: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    clock.advance(1_000);
    names.push((await station.call(createBackup)).body.name);
  }

  const stored = readdirSync(join(station.folder, 'backups')).filter((name) => name.endsWith('.db'));

  expect(stored.toSorted((a, b) => (a < b ? -1 : 1))).toEqual(names.slice(2));
});

test('two simultaneous backups are both complete', async () => {
  clock.advance(1_000);

  const answers = await Promise.all([station.call(createBackup), station.call(createBackup)]);

  for (const { status, body } of answers) {
    expect(status).toBe(200);
    const db = new Database(join(station.folder, 'backups', body.name), { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  }
});

test('the metrics count requests by operation, connections, streams and writes in the Prometheus format', async () => {
  // Counting begins with the first scrape at the latest.
  await station.send('GET', '/metrics');
  const { id, token } = await station.enrolled();
  await using link = await station.stream(`/devices/${id}/updates`, token);
  await link.next('hello');
  await station.send('GET', '/devices/nobody');

  const { status, headers, body } = await station.send('GET', '/metrics');

  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/plain/);
  expect(body).toMatch(/^muster_linked_headsets 1$/m);
  expect(body).toMatch(/^muster_open_streams 1$/m);
  expect(body).toMatch(/^muster_store_commits_total [1-9]\d*$/m);
  expect(body).toMatch(
    /muster_http_request_duration_seconds_count\{method="GET",operation="\/devices\/\{deviceId\}",status="404"\} 1/,
  );
  expect(body).not.toContain(id);
});
