import { readdirSync } from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { z } from 'zod';

import { StationClient, systemClock } from '../../main/simulator/index.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { heartbeatSchema, updateDevice } from '../../shared/contract/enrolment/heartbeat.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { aHeartbeatBody, EVENT_ID_DIGITS, TIMESTAMP_DIGITS } from './heartbeat-body.ts';
import { startStation } from './processes.ts';

/** 20 events per device make a large store of many devices, which takes long to fill. */
export type SeedContent = 'with events' | 'without events';

/**
 * Fills the store of an empty folder with `devices` enrolled devices that have reported once, with or without the
 * events. One of them is created by the station itself; the others are copies of its rows, whatever the schema is.
 * Returns the file.
 */
export async function seedStore(folder: string, devices: number, content: SeedContent): Promise<string> {
  await makeSample(folder);
  const file = join(folder, readdirSync(folder).find((name) => name.endsWith('.db')) ?? 'no store');
  const db = new Database(file, { fileMustExist: true });
  db.exec('BEGIN');
  db.exec(`
    CREATE TEMP TABLE copy AS
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${devices - 1})
    SELECT n, (SELECT key FROM device) + n AS key FROM numbers`);
  copyRows(db, 'device', 'key');
  for (const table of tablesOfDevices(db)) {
    if (content === 'with events' || !table.includes('event')) copyRows(db, table, 'device_key');
  }
  db.exec('COMMIT');
  db.close();
  return file;
}

async function makeSample(folder: string): Promise<void> {
  await using station = await startStation(folder);
  const { url, token } = station;
  const client = new StationClient(url, token, systemClock);
  const made = await client.call(createSlots, { body: { count: 1, labelPrefix: 'A-' } });
  const [slot] = made.kind === 'answered' ? made.reply.items : [];
  const { enrollmentToken = '' } = slot ?? {};
  const androidId = 'sample';
  const enrolled = await client.call(enrolDevice, { body: { enrollmentToken, androidId } });
  if (enrolled.kind !== 'answered') throw new Error(`No sample device: ${JSON.stringify(enrolled)}`);
  const body = z.json().parse(JSON.parse(withEventsOfItsOwn(aHeartbeatBody(androidId))));
  const params = { deviceId: enrolled.reply.id };
  const reported = await client.call(updateDevice, { params, body: heartbeatSchema.parse(body) });
  if (reported.kind !== 'answered') throw new Error(`No sample report: ${JSON.stringify(reported)}`);
  await client.disconnect();
}

function withEventsOfItsOwn(body: string): string {
  let eventNumber = 0;
  let timestampMs = Date.now();
  return body
    .replaceAll(EVENT_ID_DIGITS, () => String((eventNumber += 1)).padStart(EVENT_ID_DIGITS.length, '0'))
    .replaceAll(TIMESTAMP_DIGITS, () => String((timestampMs += 1_000)));
}

/** Columns that must be unique per device. Ids look as the station makes them: UUIDs of version 7. */
const UNLIKE: Readonly<Record<string, string>> = {
  id: `printf('019a%04x-%04x-7%03x-8%03x-%012x', (n * 7919) % 65536, n % 65536, n % 4096, (n * 31) % 4096, n)`,
  label: `printf('Cart %d-%02d', n / 30, n % 30)`,
  enrollment_token: `printf('token-%08d', n)`,
  android_id: `printf('%016x', n)`,
};

function copyRows(db: Database.Database, table: string, keyColumn: string): void {
  // A row number assigned by the store itself is left to it.
  const select = `SELECT name FROM pragma_table_info(?) WHERE name = ? OR NOT (pk = 1 AND name = 'key')`;
  const columns = db.prepare(select).pluck().all(table, keyColumn).map(String);
  const values = columns.map((column) => {
    if (column === keyColumn) return 'copy.key';
    const isUnlike = table === 'device' || (table === 'enrolment' && column === 'id');
    return (isUnlike ? UNLIKE[column] : undefined) ?? `sample."${column}"`;
  });
  const names = columns.map((column) => `"${column}"`).join(', ');
  db.exec(`
    INSERT INTO "${table}" (${names})
    SELECT ${values.join(', ')} FROM copy CROSS JOIN (SELECT * FROM "${table}") AS sample ORDER BY copy.key`);
}

function tablesOfDevices(db: Database.Database): string[] {
  return db
    .prepare(
      `SELECT t.name FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c
       WHERE t.type = 'table' AND c.name = 'device_key' AND t.name <> 'enrolment_code'`,
    )
    .pluck()
    .all()
    .map(String);
}
