import type { Migration } from '../migrate.ts';

/**
 * Webhooks and their deliveries. A delivery is pending while it has a `next_attempt_at_ms`; it is written in the
 * transaction of its event. Keys rise in the order of events and are never reused. A removed webhook keeps its row,
 * marked, until its deliveries are deleted in small batches.
 */
export const webhooks: Migration = {
  id: 50,
  name: 'webhooks',
  sql: `
CREATE TABLE webhook (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  enterprise_id TEXT NOT NULL REFERENCES enterprise (id),
  url TEXT NOT NULL,
  label TEXT,
  types TEXT,
  is_active INTEGER NOT NULL CHECK (is_active IN (0, 1)),
  switched_off_by TEXT CHECK (switched_off_by IN ('GONE')),
  secret TEXT NOT NULL,
  previous_secret TEXT,
  previous_secret_until_ms INTEGER,
  created_at_ms INTEGER NOT NULL,
  dropped_count INTEGER NOT NULL DEFAULT 0,
  last_delivered_at_ms INTEGER,
  failing_since_ms INTEGER,
  is_removed INTEGER NOT NULL DEFAULT 0 CHECK (is_removed IN (0, 1))
) STRICT;

CREATE TABLE webhook_delivery (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  webhook_key INTEGER NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'failed', 'delivered', 'abandoned')),
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at_ms INTEGER NOT NULL,
  next_attempt_at_ms INTEGER,
  first_attempt_at_ms INTEGER,
  last_attempt_at_ms INTEGER,
  finished_at_ms INTEGER,
  last_status INTEGER,
  last_error TEXT,
  duration_ms INTEGER,
  response_excerpt TEXT
) STRICT;
CREATE INDEX webhook_delivery_in_order ON webhook_delivery (webhook_key, key);
CREATE INDEX webhook_delivery_waiting ON webhook_delivery (webhook_key, key, next_attempt_at_ms)
  WHERE next_attempt_at_ms IS NOT NULL;
CREATE INDEX webhook_delivery_finished ON webhook_delivery (finished_at_ms) WHERE finished_at_ms IS NOT NULL;
`,
};
