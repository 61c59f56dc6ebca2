import type { PlanResult, ResultReason } from '../../../../shared/contract/configuration/plans/plans.ts';
import { contentsOf } from '../../devices/deployment/index.ts';
import { judgeSent, type Verdict } from './confirmation.ts';
import { LIST_OF_KIND, contentKey, isChange } from '../../devices/comparison/index.ts';
import { isOpen, isPending } from './waves.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { parseSettings, complianceOf } from '../../devices/views/index.ts';
import { groupTextSchema, type PlanDeviceRow, type PlanRow } from '../plan-store/plan-store.ts';
import { toResult, type ViewParts } from './view.ts';

/** A headset of a rollout, with state that is not stored. */
export type Member = PlanDeviceRow & {
  /** Progress of its contents, 0 to 1; null: unknown. */
  progress: number | null;
  /** When it last made progress, in ms. */
  aliveMs: number;
};

/** Settings and contents that a group of headsets was sent again: settings by name, contents by list and key. */
type Resent = { readonly paths: ReadonlySet<string>; readonly contents: ReadonlySet<string> };

/** The new state of a headset. */
export type Transition = { readonly state: PlanDeviceRow['state']; readonly reason: ResultReason | null };

/** A rollout in progress, with its headsets in memory until it is done. */
export class Run {
  plan: PlanRow;
  readonly members: readonly Member[];
  readonly #byId: ReadonlyMap<string, Member>;
  readonly #parts: ViewParts;
  readonly #resent: readonly Resent[];

  constructor(parts: ViewParts, plan: PlanRow, devices: readonly PlanDeviceRow[]) {
    const nowMs = parts.records.core.clock.now();
    this.plan = plan;
    this.#parts = parts;
    this.members = devices.map((row) => ({ ...row, progress: null, aliveMs: nowMs }));
    this.#byId = new Map(this.members.map((member) => [member.deviceId, member]));
    this.#resent = Array.from(parts.store.groups(plan.key), ({ text }) => resentBy(text));
  }

  member(deviceId: string): Member | undefined {
    return this.#byId.get(deviceId);
  }

  /** Returns the new state of a headset to which the change was sent, also of one that failed; undefined if unchanged. */
  judge(member: Member, nowMs: number): Transition | undefined {
    const record = this.#parts.records.devices.find(member.deviceId);
    const gone = this.#gone(member, record);
    if (gone !== undefined) return gone;
    if (record === undefined || !(isOpen(member.state) || member.state === 'failed')) return undefined;
    const verdict = this.#verdict(member, record);
    // It came too late for the rollout, but what it was sent is in effect. What was sent since counts for itself.
    if (
      member.state === 'failed' &&
      (verdict.state !== 'confirmed' || record.settingsRevision !== member.sentRevision)
    )
      return undefined;
    if (verdict.state === 'failed') return { state: 'failed', reason: verdict.reason };
    if (verdict.state === 'confirmed')
      return { state: 'confirmed', reason: verdict.unproven === null ? null : notReported(verdict.unproven) };
    if (record.settingsRevision !== member.sentRevision) {
      return failed('REPLACED', 'Somebody else changed its settings before it confirmed');
    }
    const progress = verdict.state === 'applying' ? verdict.progress : null;
    if (verdict.state !== member.state || progress !== member.progress) {
      member.progress = progress;
      member.aliveMs = nowMs;
    }
    const limitMs = (this.plan.run?.confirmWithinSec ?? 0) * 1_000;
    if (nowMs - member.aliveMs >= limitMs) {
      return failed('NOT_CONFIRMED', 'It did not confirm in time');
    }
    return verdict.state === member.state ? undefined : { state: verdict.state, reason: null };
  }

  /** Returns until when (ms) the change waits for each headset to which it was not sent yet, by the id of the device. */
  get pending(): ReadonlyMap<string, number | null> {
    const { run } = this.plan;
    // What a person stopped is not desired any more.
    const isQueueing = run !== null && run.stoppedBy !== 'person';
    return new Map(
      this.members.flatMap(({ deviceId, state, untilMs }) =>
        state === 'waiting' || (state === 'queued' && isQueueing) ? [[deviceId, untilMs] as const] : [],
      ),
    );
  }

  /** Returns how it ends for a headset whose record was archived or removed. */
  #gone(member: Member, record: DeviceRecord | undefined): Transition | undefined {
    if (!isPending(member.state) || record?.isArchived === false) return undefined;
    const by = record?.replacedBy ?? null;
    if (by === null) return failed('DEVICE_GONE', 'The record was removed before it confirmed');
    const subject = this.#parts.records.devices.find(by)?.label ?? by;
    const message = `The headset enrolled again as ${subject}. Its settings went there; this change did not.`;
    return { state: 'skipped', reason: { code: 'REPLACED_BY', message, subject } };
  }

  /** Returns the time at which a headset to which the change was sent fails unless it makes progress, in ms. */
  deadlineOf(member: Member): number {
    return member.aliveMs + (this.plan.run?.confirmWithinSec ?? 0) * 1_000;
  }

  result(member: Member): PlanResult {
    return toResult(member, this.#parts.records.devices.find(member.deviceId), member.progress);
  }

  #verdict(member: Member, record: DeviceRecord): Verdict {
    const { records, store } = this.#parts;
    const settings = member.targetHash === null ? undefined : store.text(member.targetHash);
    if (settings === undefined) return { state: 'sent' };
    const report = records.reports.report(record.key);
    const { effective } = records.compliance.find(record.key);
    const inventory = records.reports.inventory(record.key);
    const resent = this.#resent[member.groupPlace];
    const compliance = complianceOf(records, { ...record, settings }, { report, inventory, effective });
    return judgeSent({
      ...compliance,
      sentRevision: member.sentRevision ?? 0,
      appliedRevision: report.appliedRevision,
      contents: contentsOf(parseSettings(settings)).filter(
        ({ kind, entry }) =>
          resent?.contents.has(`${LIST_OF_KIND[kind]} ${contentKey(kind, entry)}`) === true,
      ),
      paths: new Set([...(resent?.paths ?? []), ...(resent?.contents ?? [])]),
    });
  }
}

/** It applied the settings, but it is unknown whether they are in effect. */
function notReported(subject: string): ResultReason {
  return { code: 'NOT_REPORTED', message: `Its agent does not report ${subject}`, subject };
}

function resentBy(text: string): Resent {
  const rows = groupTextSchema.parse(JSON.parse(text)).rows.filter(isChange);
  return {
    paths: new Set(rows.flatMap(({ path, entry }) => (entry === null ? [path] : []))),
    contents: new Set(rows.flatMap(({ path, entry }) => (entry === null ? [] : [`${path} ${entry.key}`]))),
  };
}

function failed(code: ResultReason['code'], message: string): Transition {
  return { state: 'failed', reason: { code, message, subject: null } };
}
