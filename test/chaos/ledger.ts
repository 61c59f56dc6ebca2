import type { Json } from './instance.ts';
import type { Field, Side } from './schedule.ts';

/** An acknowledged event of a headset. */
export type KnownEvent = {
  readonly id: string;
  readonly slot: string;
  /** The id of the record of the headset at that side, which keeps its events if it gets another slot. */
  readonly record: string;
  readonly at: Side;
  readonly step: number;
};

/** An acknowledged edit, and the value that the editor had seen before. */
export type KnownEdit = {
  readonly slot: string;
  readonly field: Field;
  readonly value: unknown;
  readonly seen: unknown;
  readonly at: Side;
  readonly step: number;
};

/** A headset. It works with one side at a time: the last that answered 200. */
export type Headset = {
  readonly androidId: string;
  /** The enrolment that the headset knows. */
  enrolment:
    | {
        readonly at: Side;
        /** Its slot at the central, and the id of its record on that side. */
        readonly slot: string;
        readonly id: string;
        readonly token: string;
        readonly step: number;
      }
    | undefined;
  /** The sides that enrolled it and have not told it since that it is no longer enrolled. */
  readonly enrolledAt: Set<Side>;
  /** How it learnt that it is no longer enrolled. */
  notified: string | undefined;
  events: number;
};

/** What the sides have acknowledged in a round. */
export class Ledger {
  readonly events: KnownEvent[] = [];
  readonly edits: KnownEdit[] = [];
  /** Values that a person saw and overwrote with a decision. */
  readonly decisions: { readonly slot: string; readonly field: Field; readonly seen: unknown }[] = [];
  /** `side slot` of each order to delete a slot; it may still wait for a decision. */
  readonly deletedBy = new Set<string>();
  /** `side id` of each deleted record: its history goes with it, whatever slot its headset was in before. */
  readonly deletedRecords = new Set<string>();
  /** Deleted slots. */
  readonly deleted = new Set<string>();
  /** The steps between a backup and its restore. What this side acknowledged in between is lost on purpose. */
  readonly lost: { readonly at: Side; readonly from: number; to: number }[] = [];
  /** Conflicts that a station had recorded before it was restored; they are lost on purpose. */
  readonly discardedConflicts: Json[] = [];
  /** Descriptions of what was lost because the central has no conditional writes. */
  readonly gaps = new Set<string>();
  readonly story: string[] = [];

  /** True if the side was restored to a time before it acknowledged this. */
  wasDiscarded({ at, step }: { readonly at: Side; readonly step: number }): boolean {
    return this.lost.some((each) => each.at === at && each.from < step && step < each.to);
  }
}
