import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import type { Clock } from '../../kernel/clock.ts';
import { newId } from '../../kernel/new-id.ts';
import type { LargeChange, SqlValue } from '../../kernel/store/large-change.ts';
import { STATE_SQL, type States } from '../registry/states.ts';
import type { Act } from './act.ts';
import { type Field, MAX_PATHS, pathsBetween, type State } from './paths.ts';
import { json } from '../../kernel/store/rows.ts';

/** The record whose state changes. */
export type Subject = { readonly key: number; readonly enterpriseId: string };

/** Records changes before they are made. */
export type ChangeRecorder = {
  readonly note: (subject: Subject, field: Field, before: State, after: State) => void;
  /** Returns the id of the change of an organisation, once something was recorded. */
  readonly idOf: (enterpriseId: string) => string | undefined;
};

type Write = (sql: string, ...values: readonly SqlValue[]) => void;

const continuedSchema = z
  .object({
    key: z.int(),
    id: z.string(),
    enterprise_id: z.string(),
    devices: z.int(),
    paths: json(z.array(z.string())),
  })
  .optional();

/** A change of one organisation while it is being made. */
type Open = {
  readonly key: number;
  readonly id: string;
  /** Steps recorded before, if it continues a change. */
  readonly before: number;
  readonly devices: Set<number>;
  readonly paths: Set<string>;
  compared: number;
};

/** Number of headsets of a change whose differences are computed; the others mostly changed alike. */
const COMPARED = 4;

const SQL = {
  change: `INSERT INTO change (key, id, enterprise_id, at_ms, author_kind, author_token, kind, devices, paths, plan_id, reverts)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  end: 'UPDATE change SET devices = ?, paths = ? WHERE key = ?',
  state: STATE_SQL.forChange,
  device: `INSERT INTO change_device (change_key, device_key, field, before_state, after_state)
    VALUES (?, ?, ?, (SELECT key FROM stored_state WHERE hash = ?), (SELECT key FROM stored_state WHERE hash = ?))
    ON CONFLICT DO UPDATE SET after_state = excluded.after_state`,
} as const;

/**
 * Records who changed the desired state of headsets, with the previous state. Every write of desired state passes
 * through it, in the transaction of the write, so that a rollback leaves no trace.
 */
export class Journal {
  readonly #db: Database;
  readonly #states: States;
  readonly #clock: Clock;
  readonly #parse: (text: string) => StoredSettings;
  readonly #nextKey;
  readonly #selectContinued;
  readonly #statements: ReadonlyMap<string, Statement>;

  constructor(db: Database, states: States, clock: Clock, parse: (text: string) => StoredSettings) {
    this.#db = db;
    this.#states = states;
    this.#clock = clock;
    this.#parse = parse;
    this.#statements = new Map(Object.values(SQL).map((sql) => [sql, db.prepare(sql)]));
    this.#selectContinued = db.prepare(
      'SELECT key, id, enterprise_id, devices, paths FROM change WHERE id = ?',
    );
    this.#nextKey = db.prepare('SELECT coalesce(max(key), 0) + 1 FROM change').pluck();
  }

  /** Records inside the caller's transaction. */
  now(act: Act): ChangeRecorder {
    const write: Write = (sql, ...values) => void this.#statements.get(sql)?.run(...values);
    return this.#recorder(act, write, true).recorder;
  }

  /** Records as a part of a large change. */
  in(change: LargeChange, act: Act): ChangeRecorder {
    const write: Write = (sql, ...values) => change.write(sql, ...values);
    const { recorder, end } = this.#recorder(act, write, false);
    change.atEnd(end);
    return recorder;
  }

  #recorder(act: Act, write: Write, isImmediate: boolean): { recorder: ChangeRecorder; end: () => void } {
    const open = new Map<string, Open>();
    const stored = new Set<string>();
    const storeState = (state: State, { key }: Open): string | null => {
      if (state === null) return null;
      const hash = this.#states.hashOf(state);
      if (!stored.has(hash)) write(SQL.state, hash, key, state);
      stored.add(hash);
      return hash;
    };
    const finish = ({ before, devices, paths, key }: Open): void =>
      write(SQL.end, before + devices.size, JSON.stringify([...paths].slice(0, MAX_PATHS)), key);
    const note: ChangeRecorder['note'] = (subject, field, before, after) => {
      if (before === after) return;
      const { enterpriseId } = subject;
      const known = open.get(enterpriseId);
      const change = known ?? this.#begin(act, enterpriseId, open.size, write);
      open.set(enterpriseId, change);
      change.devices.add(subject.key);
      this.#compare(change, field, before, after);
      write(
        SQL.device,
        change.key,
        subject.key,
        field,
        storeState(before, change),
        storeState(after, change),
      );
      if (isImmediate) finish(change);
    };
    const recorder = { note, idOf: (enterpriseId: string) => open.get(enterpriseId)?.id };
    return { recorder, end: () => open.forEach(finish) };
  }

  #begin(act: Act, enterpriseId: string, begun: number, write: Write): Open {
    const selectContinued = act.continues
      ? continuedSchema.parse(this.#selectContinued.get(act.continues))
      : undefined;
    if (selectContinued?.enterprise_id === enterpriseId) {
      const { key, id, devices, paths } = selectContinued;
      return { key, id, before: devices, devices: new Set(), paths: new Set(paths), compared: 0 };
    }
    // No other writer runs during the planning, so that the number stays free.
    const key = z.int().parse(this.#nextKey.get()) + (this.#db.inTransaction ? 0 : begun);
    const id = newId();
    const { by, kind, planId = null, reverts = null } = act;
    const atMs = this.#clock.now();
    write(SQL.change, key, id, enterpriseId, atMs, by.kind, by.tokenId, kind, 0, '[]', planId, reverts);
    return { key, id, before: 0, devices: new Set(), paths: new Set(), compared: 0 };
  }

  #compare(change: Open, field: Field, before: State, after: State): void {
    if (change.compared >= COMPARED || change.paths.size >= MAX_PATHS) return;
    change.compared += 1;
    for (const path of pathsBetween(field, before, after, this.#parse)) change.paths.add(path);
  }
}
