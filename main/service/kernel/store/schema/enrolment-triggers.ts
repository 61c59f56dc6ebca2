/** Current time in ms, as an SQLite expression. */
const NOW = `CAST(unixepoch('subsec') * 1000 AS INTEGER)`;
const NEW_ID = 'lower(hex(randomblob(16)))';
const IS_LINKED = (row: 'NEW' | 'OLD'): string =>
  `EXISTS (SELECT 1 FROM sync_link WHERE device_key = ${row}.key AND gone IS NULL)`;
const LAST = (row: 'NEW' | 'OLD'): string => `(SELECT max(key) FROM enrolment WHERE device_key = ${row}.key)`;

/**
 * Keeps enrolments and devices consistent and fills the outbox of the sync, in the transaction in which a headset is
 * enrolled, un-enrolled, moved or deleted: no caller can leave one out, and each step for the central names its
 * enrolment. Ends the conflicts about the values of a deleted device. The headset of a device is its one open enrolment.
 */
export const enrolmentTriggers = `
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
  -- Nobody can decide about a value of a deleted device.
  UPDATE sync_conflict SET taken = 'here', resolved_at_ms = ${NOW}
  WHERE device_key = OLD.key AND kind = 'field' AND resolved_at_ms IS NULL;
  UPDATE enrolment SET ended_at_ms = ${NOW}, end_cause = 'deleted'
  WHERE device_key = OLD.key AND ended_at_ms IS NULL;
END;
`;
