import { z } from 'zod';

import type { ClassRules } from '../../../../shared/contract/classroom/class.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { callAt } from '../../kernel/http/limits/deadline.ts';
import { openSetting, type OpenSetting, type Setting } from '../../kernel/store/setting.ts';
import { hasInstalled, writeSettings } from '../../configuration/index.ts';
import type { DeviceRecord, Records } from '../../devices/index.ts';
import { changingIn } from '../../devices/changes/index.ts';
import { type Act, actOf, THE_STATION } from '../../devices/history/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { parseSettings } from '../../devices/views/index.ts';

/** How long a kiosk follows a lesson that nobody ends, in ms: longer than any lesson, and over by the next day. */
const MAX_LESSON_MS = 4 * 60 * 60_000;
/** Delay before a retry if the disk refused, in ms. */
const RETRY_MS = 60_000;

const kioskSchema = z.object({
  /** The app of the kiosk before the lesson, and the app of the lesson. */
  before: z.string(),
  app: z.string(),
  sinceMs: z.int(),
});
type Followed = Readonly<Record<string, z.infer<typeof kioskSchema>>>;

/** The kiosks that follow a lesson, by the id of the device. */
const followedSetting: Setting<Followed> = {
  key: 'classroom.kiosks',
  schema: z.record(z.string(), kioskSchema),
  initial: {},
};

const rulesSetting: Setting<Readonly<ClassRules>> = {
  key: 'classroom.rules',
  schema: z.object({ kioskMayFollow: z.boolean() }),
  initial: { kioskMayFollow: true },
};

/**
 * Kiosks that follow the app of a lesson: written as a change of settings, and restored when the lesson ends. What is
 * to be restored is stored first, so that no crash leaves a headset in the app of a lesson for good.
 */
export class LessonKiosks {
  readonly #records: Records;
  readonly #followed: OpenSetting<Followed>;
  readonly #rules: OpenSetting<Readonly<ClassRules>>;
  #cancel = (): void => undefined;

  constructor(records: Records) {
    this.#records = records;
    this.#followed = openSetting(records.core.db, followedSetting);
    this.#rules = openSetting(records.core.db, rulesSetting);
    this.#expectEnd();
  }

  get rules(): Readonly<ClassRules> {
    return this.#rules.get();
  }

  async setRules(rules: ClassRules): Promise<void> {
    const { writer } = this.#records.core;
    await writer.run((afterCommit) => afterCommit(this.#rules.put(rules)));
  }

  stop(): void {
    this.#cancel();
  }

  /** Makes the kiosks of these headsets follow an app; only those that are in another app and have this one. */
  async follow(ids: readonly string[], app: string, caller: Caller): Promise<void> {
    if (!this.rules.kioskMayFollow)
      throw new Failure('FORBIDDEN', 'An administrator has forbidden kiosks to follow a lesson.');
    const records = ids.flatMap((id) => {
      const record = findDevice(this.#records, id, caller);
      if (record instanceof Failure) return [];
      const kiosk = kioskOf(record);
      return kiosk === null || kiosk === app || !hasInstalled(this.#records, record, app) ? [] : [record];
    });
    if (records.length === 0) return;
    const sinceMs = this.#records.core.clock.now();
    const followed = new Map(Object.entries(this.#followed.get()));
    for (const record of records) {
      const known = followed.get(record.id);
      // A second app of the same lesson: the kiosk returns to what it was before the first.
      const before = known?.app === kioskOf(record) ? known.before : (kioskOf(record) ?? app);
      followed.set(record.id, { before, app, sinceMs });
    }
    await this.#put(followed);
    await this.#write(records, actOf(caller, 'lesson'), () => app);
  }

  /** Restores the kiosks of these headsets, unless somebody has changed them since. */
  async end(ids: readonly string[], by: Caller | null): Promise<void> {
    const followed = new Map(Object.entries(this.#followed.get()));
    const ended = new Set(
      ids.filter(
        (id) => followed.has(id) && (by === null || !(findDevice(this.#records, id, by) instanceof Failure)),
      ),
    );
    if (ended.size === 0) return;
    const records = [...ended].flatMap((id) => {
      const record = this.#records.devices.find(id);
      return record === undefined || record.isArchived || kioskOf(record) !== followed.get(id)?.app
        ? []
        : [record];
    });
    const act: Act = by === null ? { by: THE_STATION, kind: 'lesson' } : actOf(by, 'lesson');
    await this.#write(records, act, ({ id }) => followed.get(id)?.before ?? null);
    for (const id of ended) followed.delete(id);
    await this.#put(followed);
  }

  async #put(followed: ReadonlyMap<string, Followed[string]>): Promise<void> {
    const { writer } = this.#records.core;
    await writer.run((afterCommit) => afterCommit(this.#followed.put(Object.fromEntries(followed))));
    this.#expectEnd();
  }

  async #write(
    records: readonly DeviceRecord[],
    act: Act,
    packageOf: (record: DeviceRecord) => string | null,
  ): Promise<void> {
    const all = this.#records;
    const byEnterprise = Map.groupBy(records, ({ enterpriseId }): EnterpriseId => enterpriseId);
    for (const some of byEnterprise.values()) {
      await all.core.writer.runLarge(function* write(large) {
        const changing = changingIn(all, large, act);
        for (const { id } of some) {
          // As it is now: another change may have been written meanwhile.
          const record = all.devices.find(id);
          const packageName = record === undefined ? null : packageOf(record);
          if (record !== undefined && packageName !== null) {
            const settings = parseSettings(record.settings);
            const kioskMode = { ...settings.kioskMode, isActive: true, packageName };
            writeSettings(all, record, JSON.stringify({ ...settings, kioskMode }), changing);
          }
          yield;
        }
      });
    }
  }

  /** Ends a lesson that nobody ended. */
  #expectEnd(): void {
    this.#cancel();
    const { clock } = this.#records.core;
    const since = Object.values(this.#followed.get()).map(({ sinceMs }) => sinceMs);
    if (since.length === 0) return;
    const first = since.reduce((least, each) => Math.min(least, each));
    this.#cancel = callAt(first + MAX_LESSON_MS, clock, () => this.#endOld());
  }

  #endOld(): void {
    const { clock, log } = this.#records.core;
    const untilMs = clock.now() - MAX_LESSON_MS;
    const old = Object.entries(this.#followed.get()).flatMap(([id, { sinceMs }]) =>
      sinceMs <= untilMs ? [id] : [],
    );
    this.end(old, null).catch((error: unknown) => {
      log.warn({ err: error }, 'the kiosks of a lesson could not be restored; trying again');
      this.#cancel = callAt(clock.now() + RETRY_MS, clock, () => this.#endOld());
    });
  }
}

/** Returns the app of the desired kiosk; null for none. */
export function kioskOf({ settings }: Pick<DeviceRecord, 'settings'>): string | null {
  const { kioskMode } = parseSettings(settings);
  return kioskMode?.isActive === true ? (kioskMode.packageName ?? null) : null;
}
