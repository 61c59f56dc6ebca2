import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  type AndroidId,
  type DeviceId,
  deviceIdSchema,
  type EnterpriseId,
  enterpriseIdSchema,
} from '../../../../shared/contract/ids.ts';
import type { LargeChange } from '../../kernel/store/large-change.ts';
import type { States } from './states.ts';
import { openAliases } from './aliases.ts';
import { openIdentities } from './identities.ts';
import { columnsOf, flag } from '../../kernel/store/rows.ts';

const optional = z.string().nullable();

const rowSchema = z.object({
  key: z.int(),
  id: deviceIdSchema,
  enterpriseId: enterpriseIdSchema,
  label: optional,
  description: optional,
  enrollmentToken: z.string(),
  androidId: optional,
  macAddress: optional,
  typeId: optional,
  /** The JSON columns stay text until they are needed. */
  license: optional,
  mdmInfo: optional,
  osVersion: optional,
  settingsRevision: z.int(),
  revision: z.int(),
  metadata: z.string(),
  isArchived: flag,
  replacedBy: optional,
  isPractice: flag,
  createdAtMs: z.int(),
  enrolledAtMs: z.int().nullable(),
});
const RECORD = `${columnsOf(rowSchema).selected}, settings_hash AS settings`;

/** Returns a schema for records; equal settings become the same string object. */
function recordSchemaOf(states: States) {
  return rowSchema.extend({ settings: optional.transform((hash) => states.textOf(hash)) });
}

/** A device record as stored. `key` is the store's own number and never leaves it. */
export type DeviceRecord = z.output<ReturnType<typeof recordSchemaOf>>;

const listRowSchema = z.object({
  id: z.string(),
  label: optional,
  description: optional,
  android_id: optional,
  enterprise_id: z.string(),
  is_archived: flag,
  replaced_by: optional,
  last_heartbeat_at_ms: z.int().nullable(),
  alias: optional,
});
export type DeviceListRow = z.infer<typeof listRowSchema>;

const rowsOfLicences = z.array(z.object({ id: z.string(), license: z.string() }));
const rowsOfSettings = z.array(z.object({ key: z.int(), settings_hash: z.string() }));

/** What is needed to create a record. */
export type NewDevice = Pick<
  DeviceRecord,
  'id' | 'enterpriseId' | 'label' | 'enrollmentToken' | 'typeId' | 'metadata' | 'isPractice' | 'createdAtMs'
>;

export type DeviceStore = ReturnType<typeof openDeviceStore>;

/** The only code that reads and writes the tables `device` and `deleted_device`. Writes run inside the caller's transaction. */
export function openDeviceStore(db: Database, states: States) {
  return {
    ...openReads(db, states),
    ...openCartReads(db),
    ...openMacReads(db, states),
    ...openOfAll(db),
    ...openWrites(db, states),
    ...openDeleted(db),
    ...openFormer(db),
    ...openIdentities(db),
    ...openAliases(db),
  };
}

function openCartReads(db: Database) {
  const selectInCart = db
    .prepare(
      `SELECT id FROM device WHERE enterprise_id = @enterpriseId AND is_archived = 0
       AND @cart IN (metadata ->> '$.muster.group.id', metadata ->> '$.muster.group.label')`,
    )
    .pluck();
  const selectInCarts = db
    .prepare(
      `SELECT id FROM device WHERE enterprise_id IN (SELECT value FROM json_each(@enterpriseIds))
       AND metadata ->> '$.muster.group.id' IN (SELECT value FROM json_each(@carts)) ORDER BY id`,
    )
    .pluck();
  const selectIsInCarts = db
    .prepare(
      `SELECT 1 FROM device
       WHERE id = ? AND metadata ->> '$.muster.group.id' IN (SELECT value FROM json_each(?))`,
    )
    .pluck();
  return {
    /** Returns the ids of the records of some carts, archived ones too, sorted. */
    idsInCarts: (enterpriseIds: readonly string[], carts: readonly string[]): string[] =>
      z
        .array(z.string())
        .parse(
          selectInCarts.all({ enterpriseIds: JSON.stringify(enterpriseIds), carts: JSON.stringify(carts) }),
        ),
    /** Returns whether a record is in one of these carts. */
    isInCarts: (id: string, carts: readonly string[]): boolean =>
      selectIsInCarts.get(id, JSON.stringify(carts)) !== undefined,
    /** Returns the ids of the slots of a cart, by its id or label, in no order. */
    idsInCart: (enterpriseId: string, cart: string): string[] =>
      z.array(z.string()).parse(selectInCart.all({ enterpriseId, cart })),
  };
}

function openMacReads(db: Database, states: States) {
  const found = recordSchemaOf(states).optional();
  const selectByMac = db.prepare(
    `SELECT ${RECORD} FROM device
     WHERE enterprise_id = ? AND mac_address = ? AND android_id IS NOT NULL AND is_archived = 0`,
  );
  const selectByAsset = {
    macAddress: db.prepare(
      `SELECT ${RECORD} FROM device
       WHERE enterprise_id = ? AND metadata ->> '$.muster.asset.macAddress' = ? AND is_archived = 0`,
    ),
    serial: db.prepare(
      `SELECT ${RECORD} FROM device
       WHERE enterprise_id = ? AND metadata ->> '$.muster.asset.serial' = ? AND is_archived = 0`,
    ),
  };
  return {
    /** Returns the slot that an asset list gives to the headset with this MAC address or serial number. */
    findByAsset: (
      enterpriseId: string,
      kind: keyof typeof selectByAsset,
      value: string,
    ): DeviceRecord | undefined => found.parse(selectByAsset[kind].get(enterpriseId, value)),
    /** Returns the headset of an organisation that is enrolled and was seen with this MAC address. */
    findByMac: (enterpriseId: string, macAddress: string): DeviceRecord | undefined =>
      found.parse(selectByMac.get(enterpriseId, macAddress)),
  };
}

/** Reads records of all organisations. */
function openOfAll(db: Database) {
  const selectEnrolled = db
    .prepare('SELECT id FROM device WHERE android_id IS NOT NULL AND is_archived = 0')
    .pluck();
  const count = db.prepare('SELECT count(*) FROM device').pluck();
  return {
    /** Returns the ids of all enrolled headsets, of every organisation. */
    enrolledIds: (): string[] => z.array(z.string()).parse(selectEnrolled.all()),
    /** Returns the number of records of all organisations. */
    countAll: (): number => z.int().parse(count.get()),
  };
}

function openReads(db: Database, states: States) {
  const recordSchema = recordSchemaOf(states);
  const selectOne = db.prepare(`SELECT ${RECORD} FROM device WHERE id = ?`);
  const selectByToken = db.prepare(`SELECT ${RECORD} FROM device WHERE enrollment_token = ?`);
  const selectByKey = db.prepare(`SELECT ${RECORD} FROM device WHERE key = ?`);
  const selectByAndroid = db.prepare(
    `SELECT ${RECORD} FROM device WHERE android_id = ? AND android_id IS NOT NULL AND is_archived = 0`,
  );
  // No join: SQLite (with STAT4) recompiles a joined statement whenever another value is bound, fifty times for a
  // page of 50.
  const selectListRow = db.prepare(
    `SELECT id, label, description, android_id, enterprise_id, is_archived, replaced_by,
       (SELECT last_heartbeat_at_ms FROM device_report WHERE device_key = key) AS last_heartbeat_at_ms,
       (SELECT alias FROM device_alias WHERE device_key = key) AS alias FROM device WHERE id = ?`,
  );
  const selectIds = db.prepare('SELECT id FROM device WHERE enterprise_id = ? ORDER BY id').pluck();
  // The plus disables the index of settings, which would visit every device that has any.
  const selectHashes = db.prepare(
    `SELECT key, settings_hash FROM device
     WHERE id IN (SELECT value FROM json_each(?)) AND +settings_hash IS NOT NULL`,
  );
  const selectLicences = db.prepare(
    `SELECT id, license FROM device
     WHERE id IN (SELECT value FROM json_each(?)) AND license IS NOT NULL AND is_archived = 0`,
  );
  const countCart = db
    .prepare(`SELECT count(*) FROM device WHERE enterprise_id = ? AND metadata ->> '$.muster.group.id' = ?`)
    .pluck();
  const selectPractice = db
    .prepare(`SELECT id FROM device WHERE enterprise_id = ? AND is_practice = 1`)
    .pluck();
  const found = recordSchema.optional();
  const foundListRow = listRowSchema.optional();

  return {
    /** Returns the ids of records left by a practice cart, also from before a restart. */
    practiceIds: (enterpriseId: string): string[] =>
      z.array(z.string()).parse(selectPractice.all(enterpriseId)),
    find: (id: string): DeviceRecord | undefined => found.parse(selectOne.get(id)),
    findByKey: (key: number): DeviceRecord | undefined => found.parse(selectByKey.get(key)),
    findByEnrollmentToken: (token: string): DeviceRecord | undefined => found.parse(selectByToken.get(token)),
    /** Returns the records that this headset is enrolled as, at most one per organisation, without archived ones. */
    findByAndroidId: (androidId: AndroidId): DeviceRecord[] =>
      selectByAndroid.all(androidId).map((row) => recordSchema.parse(row)),
    listRow: (id: string): DeviceListRow | undefined => foundListRow.parse(selectListRow.get(id)),
    /**
     * Finds those of some records whose settings contain one of these texts, as JSON; each set of settings is
     * searched once.
     */
    holding(texts: readonly string[]): (ids: readonly string[]) => Generator<DeviceRecord> {
      const jsonTexts = texts.map((text) => JSON.stringify(text));
      const isPresent = new Map<string, boolean>();
      const holds = (hash: string): boolean => {
        const holding = isPresent.get(hash) ?? jsonTexts.some((json) => states.textOf(hash).includes(json));
        isPresent.set(hash, holding);
        return holding;
      };
      return function* find(ids) {
        for (const row of rowsOfSettings.parse(selectHashes.all(JSON.stringify(ids)))) {
          // It may be deleted by the time the caller asks for it.
          const record = holds(row.settings_hash) ? found.parse(selectByKey.get(row.key)) : undefined;
          if (record !== undefined) yield record;
        }
      };
    },
    /** Returns the licences of those of some records that have one and are not archived, as JSON text. */
    licences: (ids: readonly string[]) => rowsOfLicences.parse(selectLicences.all(JSON.stringify(ids))),
    /** Returns every id of an organisation, sorted; reads the index only. */
    sortedIds: (enterpriseId: string): string[] => z.array(z.string()).parse(selectIds.all(enterpriseId)),
    countInCart: (enterpriseId: string, cartId: string): number =>
      z.int().parse(countCart.get(enterpriseId, cartId)),
  };
}

/** Desired state increases the revision; reports do not. */
const UPDATE = {
  description: 'UPDATE device SET description = ? WHERE key = ?',
  label: 'UPDATE device SET label = ?, revision = revision + 1 WHERE key = ?',
  license: 'UPDATE device SET license = ?, revision = revision + 1 WHERE key = ?',
  macAddress: 'UPDATE device SET mac_address = ? WHERE key = ?',
  mdmInfo: 'UPDATE device SET mdm_info = ? WHERE key = ?',
  metadata: 'UPDATE device SET metadata = ?, revision = revision + 1 WHERE key = ?',
  osVersion: 'UPDATE device SET os_version = ? WHERE key = ?',
  settings: `UPDATE device SET settings_hash = ?, settings_revision = settings_revision + 1, revision = revision + 1
    WHERE key = ?`,
  typeId: 'UPDATE device SET type_id = ? WHERE key = ?',
} as const;

/** A column that can be written alone. */
export type DeviceColumn = keyof typeof UPDATE;

function openWrites(db: Database, states: States) {
  const insert = db.prepare(
    `INSERT INTO device (id, enterprise_id, label, enrollment_token, type_id, metadata, is_practice, created_at_ms)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const enrol = db.prepare(
    'UPDATE device SET android_id = ?, enrolled_at_ms = ?, revision = revision + 1 WHERE key = ?',
  );
  const release = db.prepare(
    `UPDATE device SET android_id = NULL, enrolled_at_ms = NULL, mac_address = NULL, mdm_info = NULL,
     os_version = NULL, enrollment_token = ?, revision = revision + 1 WHERE key = ?`,
  );
  const archive = db.prepare(
    'UPDATE device SET is_archived = 1, replaced_by = ?, revision = revision + 1 WHERE key = ?',
  );
  const setArchived = db.prepare(
    'UPDATE device SET is_archived = ?, replaced_by = NULL, revision = revision + 1 WHERE key = ?',
  );
  const setToken = db.prepare('UPDATE OR IGNORE device SET enrollment_token = ? WHERE key = ?');
  const update = {
    description: db.prepare(UPDATE.description),
    label: db.prepare(UPDATE.label),
    license: db.prepare(UPDATE.license),
    macAddress: db.prepare(UPDATE.macAddress),
    mdmInfo: db.prepare(UPDATE.mdmInfo),
    metadata: db.prepare(UPDATE.metadata),
    osVersion: db.prepare(UPDATE.osVersion),
    settings: db.prepare(UPDATE.settings),
    typeId: db.prepare(UPDATE.typeId),
  };

  return {
    add(device: NewDevice): void {
      const { id, enterpriseId, label, enrollmentToken, typeId, metadata, isPractice, createdAtMs } = device;
      insert.run(id, enterpriseId, label, enrollmentToken, typeId, metadata, isPractice ? 1 : 0, createdAtMs);
    },
    enrol: (key: number, androidId: AndroidId, nowMs: number): void => void enrol.run(androidId, nowMs, key),
    /** Removes the headset from the record, which becomes a slot with a new enrolment token. */
    release: (key: number, enrollmentToken: string): void => void release.run(enrollmentToken, key),
    archive: (key: number, replacedBy: DeviceId): void => void archive.run(replacedBy, key),
    /** Archives a record that nothing replaces, or undoes that. */
    setArchived: (key: number, isArchived: boolean): void => void setArchived.run(Number(isArchived), key),
    /** Sets another enrolment token; one that another slot has stays there. */
    setEnrollmentToken: (key: number, token: string): void => void setToken.run(token, key),
    /** Writes one column; JSON columns take JSON text. Settings get their next revision. */
    set(key: number, column: DeviceColumn, value: string | null): void {
      update[column].run(column === 'settings' && value !== null ? states.store(value) : value, key);
    },
    /** Does the same as a part of a large change. */
    setIn(change: LargeChange, key: number, column: DeviceColumn, value: string | null): void {
      const stored = column === 'settings' && value !== null ? states.storeIn(change, value) : value;
      change.write(UPDATE[column], stored, key);
    },
  };
}

const deletedSchema = z.object({ key: z.int(), enterprise_id: enterpriseIdSchema });
const deletedName = z.string().nullable().optional();

function openDeleted(db: Database) {
  const freeze = db.prepare(
    `INSERT INTO deleted_device (key, id, enterprise_id, label, android_id, model, created_at_ms, enrolled_at_ms, deleted_at_ms)
     SELECT device.key, device.id, device.enterprise_id, label, android_id, device_type.name, created_at_ms, enrolled_at_ms, ?
     FROM device LEFT JOIN device_type ON device_type.id = type_id WHERE device.key = ?`,
  );
  const remove = db.prepare('DELETE FROM device WHERE key = ?');
  const selectReplaced = db
    .prepare('SELECT key FROM device WHERE replaced_by = ? AND is_archived = 1')
    .pluck();
  const selectDeletedName = db.prepare('SELECT label FROM deleted_device WHERE key = ?').pluck();
  const selectDeleted = db.prepare('SELECT key, enterprise_id FROM deleted_device WHERE id = ?');

  return {
    /** Deletes a record and keeps its frozen identity under the same key, so that its events stay readable. */
    delete(key: number, nowMs: number): void {
      freeze.run(nowMs, key);
      remove.run(key);
    },
    /** Returns the keys of the archived records that this one replaced. */
    replacedBy: (id: string): number[] => z.array(z.int()).parse(selectReplaced.all(id)),
    /** Returns the last label of a deleted device. */
    deletedLabel: (key: number): string | null => deletedName.parse(selectDeletedName.get(key)) ?? null,
    /** Returns the key and organisation of a deleted device. */
    findDeleted(id: string): { key: number; enterpriseId: EnterpriseId } | undefined {
      const row = deletedSchema.optional().parse(selectDeleted.get(id));
      return row === undefined ? undefined : { key: row.key, enterpriseId: row.enterprise_id };
    },
  };
}

const formerRows = z.array(z.object({ epoch: z.string(), revision: z.int() }));

function openFormer(db: Database) {
  const select = db.prepare('SELECT epoch, revision FROM former_revision WHERE device_key = ?');
  // Rows are written only when a store opens with a new epoch, so most stores have none.
  const hasFormerRevisions = db.prepare('SELECT EXISTS (SELECT 1 FROM former_revision)').pluck().get() === 1;
  return {
    /** The revision of each record before a backup was restored, by the former epoch of this store. */
    formerRevisions: (key: number): Record<string, number> =>
      hasFormerRevisions
        ? Object.fromEntries(formerRows.parse(select.all(key)).map((row) => [row.epoch, row.revision]))
        : {},
  };
}
