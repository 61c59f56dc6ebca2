import type { Migration } from '../migrate.ts';

/** Current time in ms, as an SQLite expression. */
const NOW = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
const NEW_ID = 'lower(hex(randomblob(16)))';
const IS_LINKED = (row: 'NEW' | 'OLD'): string =>
  `EXISTS (SELECT 1 FROM sync_link WHERE device_key = ${row}.key AND gone IS NULL)`;
const LAST = (row: 'NEW' | 'OLD'): string => `(SELECT max(key) FROM enrolment WHERE device_key = ${row}.key)`;

/**
 * Enrolments with their start and end: a row never changes except for its end, which is set once. The headset of a
 * device is its one open enrolment. Triggers keep the two consistent, in the transaction in which a headset is
 * enrolled, un-enrolled, moved or deleted, and each step for the central names its enrolment. Every device that has or
 * had a headset gets the enrolments that its record and its events show. Source: docs/decisions/0530-enrolments.md.
 * `author` is the epoch of the store in which it was created; `central` for one reported by the central.
 */
export const enrolments: Migration = {
  id: 500,
  name: 'enrolments',
  sql: `
CREATE TABLE store_epoch (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  epoch TEXT NOT NULL,
  starts INTEGER NOT NULL,
  went_back_to_ms INTEGER
) STRICT;
INSERT INTO store_epoch (id, epoch, starts) VALUES (1, ${NEW_ID}, 0);

CREATE TABLE enrolment (
  key INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  device_key INTEGER NOT NULL,
  android_id TEXT NOT NULL,
  started_at_ms INTEGER NOT NULL,
  ended_at_ms INTEGER,
  end_cause TEXT CHECK (end_cause IN ('unenrolled', 'moved', 'archived', 'deleted', 'replaced', 'decided')),
  author TEXT NOT NULL,
  CHECK ((ended_at_ms IS NULL) = (end_cause IS NULL))
) STRICT;
CREATE INDEX enrolment_of_device ON enrolment (device_key, key);
CREATE UNIQUE INDEX enrolment_open ON enrolment (device_key) WHERE ended_at_ms IS NULL;

INSERT INTO enrolment (id, device_key, android_id, started_at_ms, ended_at_ms, end_cause, author)
SELECT ${NEW_ID}, device_key, payload ->> '$.androidId',
  coalesce((SELECT max(order_ms) FROM device_event AS began WHERE began.device_key = device_event.device_key
    AND began.type = 'DEVICE_ENROLLED' AND began.order_ms <= device_event.order_ms), order_ms),
  order_ms, 'unenrolled', (SELECT epoch FROM store_epoch)
FROM device_event WHERE type = 'DEVICE_UNENROLLED' AND payload ->> '$.androidId' IS NOT NULL ORDER BY order_ms;
INSERT INTO enrolment (id, device_key, android_id, started_at_ms, ended_at_ms, end_cause, author)
SELECT ${NEW_ID}, key, android_id, coalesce(enrolled_at_ms, created_at_ms), deleted_at_ms, 'deleted',
  (SELECT epoch FROM store_epoch)
FROM deleted_device WHERE android_id IS NOT NULL;
INSERT INTO enrolment (id, device_key, android_id, started_at_ms, ended_at_ms, end_cause, author)
SELECT ${NEW_ID}, key, android_id, coalesce(enrolled_at_ms, created_at_ms),
  CASE is_archived WHEN 1 THEN coalesce((SELECT max(order_ms) FROM device_event WHERE device_key = device.key
    AND type IN ('DEVICE_REPLACED', 'DEVICE_ARCHIVED')), ${NOW}) END,
  CASE is_archived WHEN 1 THEN CASE WHEN replaced_by IS NULL THEN 'archived' ELSE 'moved' END END,
  (SELECT epoch FROM store_epoch)
FROM device WHERE android_id IS NOT NULL;

ALTER TABLE device_event ADD COLUMN enrolment_key INTEGER;
ALTER TABLE sync_outbox ADD COLUMN enrolment_key INTEGER;
ALTER TABLE sync_link ADD COLUMN upstream_enrolment TEXT;
ALTER TABLE sync_link ADD COLUMN reports_to TEXT;
ALTER TABLE sync_link ADD COLUMN let_go_at_ms INTEGER;
UPDATE sync_outbox SET enrolment_key = (SELECT max(key) FROM enrolment
  WHERE enrolment.device_key = sync_outbox.device_key AND enrolment.android_id = sync_outbox.android_id);

DROP TRIGGER sync_enrolled;
DROP TRIGGER sync_released;
DROP TRIGGER sync_replaced;
DROP TRIGGER sync_deleted;

CREATE TRIGGER enrolment_follows_headset AFTER UPDATE OF android_id ON device
WHEN NEW.android_id IS NOT OLD.android_id
BEGIN
  INSERT INTO sync_outbox (device_key, kind, android_id, created_at_ms, enrolment_key)
  SELECT NEW.key, 'unenrol', OLD.android_id, ${NOW}, ${LAST('NEW')}
  WHERE NEW.android_id IS NULL AND ${IS_LINKED('NEW')};
  UPDATE enrolment SET ended_at_ms = ${NOW},
    end_cause = CASE WHEN NEW.android_id IS NULL THEN 'unenrolled' ELSE 'replaced' END
  WHERE device_key = NEW.key AND ended_at_ms IS NULL;
  INSERT INTO enrolment (id, device_key, android_id, started_at_ms, author)
  SELECT ${NEW_ID}, NEW.key, NEW.android_id, coalesce(NEW.enrolled_at_ms, ${NOW}), (SELECT epoch FROM store_epoch)
  WHERE NEW.android_id IS NOT NULL;
  INSERT INTO sync_outbox (device_key, kind, android_id, created_at_ms, enrolment_key)
  SELECT NEW.key, 'enrol', NEW.android_id, ${NOW}, ${LAST('NEW')}
  WHERE NEW.android_id IS NOT NULL AND ${IS_LINKED('NEW')};
END;
CREATE TRIGGER enrolment_follows_archiving AFTER UPDATE OF is_archived ON device
WHEN NEW.is_archived <> OLD.is_archived
BEGIN
  INSERT INTO sync_outbox (device_key, kind, android_id, created_at_ms, enrolment_key)
  SELECT NEW.key, 'replace', NEW.android_id, ${NOW}, ${LAST('NEW')}
  WHERE NEW.is_archived = 1 AND ${IS_LINKED('NEW')};
  UPDATE enrolment SET ended_at_ms = ${NOW},
    end_cause = CASE WHEN NEW.replaced_by IS NULL THEN 'archived' ELSE 'moved' END
  WHERE NEW.is_archived = 1 AND device_key = NEW.key AND ended_at_ms IS NULL;
  INSERT INTO enrolment (id, device_key, android_id, started_at_ms, author)
  SELECT ${NEW_ID}, NEW.key, NEW.android_id, ${NOW}, (SELECT epoch FROM store_epoch)
  WHERE NEW.is_archived = 0 AND NEW.android_id IS NOT NULL;
END;
CREATE TRIGGER enrolment_follows_deletion AFTER DELETE ON device
BEGIN
  INSERT INTO sync_outbox (device_key, kind, android_id, created_at_ms, enrolment_key)
  SELECT OLD.key, 'delete', OLD.android_id, ${NOW}, ${LAST('OLD')}
  WHERE ${IS_LINKED('OLD')};
  UPDATE enrolment SET ended_at_ms = ${NOW}, end_cause = 'deleted'
  WHERE device_key = OLD.key AND ended_at_ms IS NULL;
END;

-- A second conflict at one place stands beside the first; the one that was decided says which others it settled.
DROP INDEX sync_conflict_open;
CREATE INDEX sync_conflict_open ON sync_conflict (device_key, path) WHERE resolved_at_ms IS NULL;
ALTER TABLE sync_conflict ADD COLUMN settled_by TEXT;

-- Which epoch of the central was last seen.
ALTER TABLE sync_upstream ADD COLUMN epoch TEXT;
`,
};
