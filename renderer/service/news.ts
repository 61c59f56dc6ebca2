import type { ClassRun } from '../../shared/contract/classroom/class-run.ts';
import type { PlanResult, PlanSummary } from '../../shared/contract/configuration/plans.ts';
import type { HeadsetView } from '../../shared/contract/commands/views.ts';
import type { Sync } from '../../shared/contract/sync/sync.ts';
import { openEmitter } from './emitter.ts';

/** What the station said of plans since the last frame. */
export type PlanNews = {
  readonly plans: readonly PlanSummary[];
  readonly results: readonly { readonly planId: string; readonly items: readonly PlanResult[] }[];
};

/** How far orders to the class come; `results` holds those headsets that came further. */
export const classNews = openEmitter<ClassRun>();
export const planNews = openEmitter<PlanNews>();
/** Another small picture of a headset, or why there is none. */
export const viewNews = openEmitter<HeadsetView>();
/** How sync stands, each time that it changes. */
export const syncNews = openEmitter<Sync>();
