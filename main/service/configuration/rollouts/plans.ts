import type { PlanSummary } from '../../../../shared/contract/configuration/plans/plans.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import type { JsonStream } from '../../kernel/http/routes/json-stream.ts';
import { computePlan, type PlanOrder } from '../preview/compute.ts';
import { Control } from './control.ts';
import { Runner } from './runner.ts';
import type { PlanDeviceRow, PlanRow } from '../plan-store/plan-store.ts';
import { toPlan, toSummary, type ViewParts } from './view.ts';

/** Plans, for the features that create some. */
export class Plans {
  readonly parts: ViewParts;
  readonly runner: Runner;
  readonly control: Control;

  constructor(parts: ViewParts) {
    this.parts = parts;
    this.runner = new Runner(parts);
    this.control = new Control(parts, this.runner);
  }

  /** Computes and stores a plan. */
  async make(order: PlanOrder): Promise<PlanRow> {
    const { plan } = await computePlan(this.parts.records, this.parts.store, order);
    return plan;
  }

  /** Does the same, and returns it as a complete reply. */
  async makeToShow(order: PlanOrder): Promise<JsonStream<never>> {
    const { plan, groups, texts, devices } = await computePlan(this.parts.records, this.parts.store, order);
    return toPlan(this.parts, plan, devices, { groups, texts });
  }

  /** Applies a plan without waves: for changes that were tried before, or are desired already. */
  async applyWithoutWaves(
    plan: PlanRow,
    caller: Caller,
  ): Promise<PlanRow | Failure<'NOT_FOUND' | 'CONFLICT'>> {
    const applied = await this.control.apply(plan.id, caller, {
      waves: [],
      order: 'asListed',
      stopAtFailedPercent: 100,
      pauseAfter: [],
      ifOffline: 'wait',
      confirmWithinSec: 1_800,
    });
    if (!(applied instanceof Failure)) return applied;
    return new Failure(
      applied.code === 'NOT_FOUND' ? 'NOT_FOUND' : 'CONFLICT',
      applied.message,
      applied.extras,
    );
  }

  /** Returns the headsets of a plan as they are now. */
  devicesOf(plan: PlanRow): readonly PlanDeviceRow[] {
    return this.runner.find(plan.id)?.members ?? this.parts.store.devices(plan.key);
  }

  /** Returns the whole plan as a reply. */
  show(plan: PlanRow): Promise<JsonStream<never>> {
    const now = this.runner.find(plan.id)?.plan ?? plan;
    return toPlan(this.parts, now, this.devicesOf(plan));
  }

  summaryOf(plan: PlanRow): PlanSummary {
    const now = this.runner.find(plan.id)?.plan ?? plan;
    return toSummary(this.parts, now, this.devicesOf(plan));
  }
}
