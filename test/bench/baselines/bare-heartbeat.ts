/**
 * A naive heartbeat: bare node:http, JSON.parse, one transaction per request with synchronous=NORMAL, without tokens,
 * validation or limits. It stores the same events, indexed by device and time, and the same device state, and returns
 * the same answer. Arguments: file of the store, ids of the devices. Prints its port when it is ready.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Database from 'better-sqlite3';

type Body = {
  events: { eventId: string; type: string; timestamp: number; payload: unknown }[];
  [field: string]: unknown;
};

const [, , file = '', ...deviceIds] = process.argv;
const db = new Database(file);
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');
db.exec(`
CREATE TABLE device (
  id TEXT PRIMARY KEY, last_heartbeat_at_ms INTEGER, battery TEXT, worn INTEGER, applied_revision INTEGER, os_version TEXT,
  mac_address TEXT, mdm_info TEXT, storages TEXT, downloads TEXT, installed_packages TEXT, content_presence TEXT
);
CREATE TABLE event (
  id INTEGER PRIMARY KEY, device_id TEXT, event_id TEXT, type TEXT, timestamp_ms INTEGER, received_at_ms INTEGER, payload TEXT,
  UNIQUE (device_id, event_id)
);
CREATE INDEX event_in_order ON event (device_id, timestamp_ms);
`);
const addDevice = db.prepare('INSERT INTO device (id) VALUES (?)');
for (const id of deviceIds) addDevice.run(id);

const updateDevice = db.prepare(`
UPDATE device SET last_heartbeat_at_ms = ?, battery = ?, worn = ?, applied_revision = ?, os_version = ?, mac_address = ?,
  mdm_info = ?, storages = ?, downloads = ?, installed_packages = ?, content_presence = ? WHERE id = ?`);
const addEvent = db.prepare(`
INSERT OR IGNORE INTO event (device_id, event_id, type, timestamp_ms, received_at_ms, payload) VALUES (?, ?, ?, ?, ?, ?)`);

const store = db.transaction((id: string, body: Body, nowMs: number) => {
  const json = (field: string) => JSON.stringify(body[field]);
  updateDevice.run(
    nowMs,
    json('batteryInfo'),
    Number(body['worn']),
    body['settingsRevision'],
    body['osVersion'],
    body['macAddress'],
    json('mdmInfo'),
    json('storages'),
    json('downloads'),
    json('installedPackages'),
    json('contentPresence'),
    id,
  );
  for (const { eventId, type, timestamp, payload } of body.events) {
    addEvent.run(id, eventId, type, timestamp, nowMs, JSON.stringify(payload));
  }
});

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const id = (request.url ?? '').slice('/devices/'.length);
    const body = JSON.parse(Buffer.concat(chunks).toString()) as Body;
    const nowMs = Date.now();
    store(id, body, nowMs);
    const reply = JSON.stringify({
      id,
      lastHeartbeatAt: new Date(nowMs).toISOString(),
      acknowledged: body.events.map(({ eventId }) => eventId),
      rejected: [],
      settingsRevision: 0,
      commands: [],
    });
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(reply),
    });
    response.end(reply);
  });
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
