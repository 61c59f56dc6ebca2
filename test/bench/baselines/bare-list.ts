/**
 * A naive list of devices: bare node:http, one statement for the page and one for the count, the same fields, without
 * tokens, validation or limits. Argument: file of a store. Prints its port when it is ready.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import Database from 'better-sqlite3';

type Row = {
  id: string;
  label: string | null;
  description: string | null;
  androidId: string | null;
  enterprise: string;
  isArchived: number;
  replacedBy: string | null;
  lastHeartbeatAtMs: number | null;
};

const db = new Database(process.argv[2] ?? '', { readonly: true });
const count = db.prepare<[], number>('SELECT count(*) FROM device').pluck();
const page = db.prepare<[number, number], Row>(`
SELECT id, label, description, android_id AS androidId, enterprise_id AS enterprise, is_archived AS isArchived,
  replaced_by AS replacedBy, last_heartbeat_at_ms AS lastHeartbeatAtMs
FROM device LEFT JOIN device_report ON device_key = key ORDER BY id LIMIT ? OFFSET ?`);

const server = createServer((request, response) => {
  const requested = new URL(request.url ?? '', 'http://bare').searchParams;
  const limit = Number(requested.get('limit'));
  const number = Number(requested.get('page'));
  const items = page.all(limit, (number - 1) * limit).map(({ lastHeartbeatAtMs, ...row }) => ({
    ...row,
    isArchived: row.isArchived === 1,
    lastHeartbeatAt: lastHeartbeatAtMs === null ? null : new Date(lastHeartbeatAtMs).toISOString(),
  }));
  const reply = JSON.stringify({ page: number, limit, total: count.get(), items });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply) });
  response.end(reply);
});
server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
process.on('SIGTERM', () => process.exit(0));
