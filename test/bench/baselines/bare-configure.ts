/**
 * A naive change of many devices: bare node:http and one transaction, without tokens, checks, plans or events. It
 * writes the same rows into a store of the same schema (settings once, every device with a new revision, history and
 * audit log) and returns as much. Argument: file of a seeded store. Prints its port when it is ready.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Database from 'better-sqlite3';

type Body = { devicesId: string[]; settings: unknown };
type Device = { key: number; id: string; enterprise_id: string };

const db = new Database(process.argv[2] ?? '', { fileMustExist: true });
db.pragma('journal_mode = WAL');
db.pragma('synchronous = FULL');
const find = db.prepare<[string], Device>('SELECT * FROM device WHERE id = ?');
const keep = db.prepare('INSERT INTO stored_state (hash, text) VALUES (?, ?)');
const addChange = db.prepare(
  `INSERT INTO change (id, enterprise_id, at_ms, author_kind, kind, devices, paths)
   VALUES (?, ?, ?, 'token', 'configure', ?, '["files[]"]')`,
);
const addDevice = db.prepare(
  `INSERT INTO change_device (change_key, device_key, field, after_state) VALUES (?, ?, 'settings', ?)`,
);
const update = db.prepare(
  'UPDATE device SET settings_hash = ?, settings_revision = settings_revision + 1, revision = revision + 1 WHERE key = ?',
);
const addAudit = db.prepare(
  `INSERT INTO audit (at_ms, enterprise_id, kind, address, is_from_lan, operation, targets, devices_id, status, skipped, hash)
   VALUES (?, ?, 'program', '127.0.0.1', 0, 'configureDevices', ?, ?, 200, 0, ?)`,
);
const addTarget = db.prepare('INSERT INTO audit_target (device_key, seq) VALUES (?, ?)');

const configure = db.transaction((body: Body): string => {
  const nowMs = Date.now();
  const devices = body.devicesId.flatMap((id) => find.get(id) ?? []);
  const [first] = devices;
  if (first === undefined) throw new Error('No such devices');
  const text = JSON.stringify(body.settings);
  const hash = createHash('sha256').update(text).digest('base64url');
  const state = keep.run(hash, text).lastInsertRowid;
  const change = addChange.run(randomUUID(), first.enterprise_id, nowMs, devices.length).lastInsertRowid;
  const ids = JSON.stringify(body.devicesId);
  const chained = createHash('sha256').update(ids).digest('base64url');
  const audit = addAudit.run(nowMs, first.enterprise_id, devices.length, ids, chained).lastInsertRowid;
  const parts = devices.map((device) => {
    update.run(hash, device.key);
    addDevice.run(change, device.key, state);
    addTarget.run(device.key, audit);
    return `{"id":"${device.id}","response":{"device":${JSON.stringify(device).slice(0, -1)},"settings":${text}}}}`;
  });
  return `[${parts.join(',')}]`;
});

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const reply = Buffer.from(configure(JSON.parse(Buffer.concat(chunks).toString()) as Body));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length });
    response.end(reply);
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
