import type { Json } from './instance.ts';
import type { Field, Side } from './schedule.ts';

/** An event that somebody acknowledged to a headset. */
export type KnownEvent = {
  readonly id: string;
  readonly slot: string;
  readonly at: Side;
  readonly step: number;
};

/** An edit that somebody acknowledged, and the value that the editor saw before. */
export type KnownEdit = {
  readonly slot: string;
  readonly field: Field;
  readonly value: unknown;
  readonly seen: unknown;
  readonly at: Side;
  readonly step: number;
};

/** A headset as it is: it works with one side at a time, the last that answered 200. */
export type Headset = {
  readonly androidId: string;
  /** Where it is enrolled, as it knows. */
  works:
    | {
        readonly at: Side;
        /** Its slot at the central, and the record of it at that side. */
        readonly slot: string;
        readonly id: string;
        readonly token: string;
        readonly step: number;
      }
    | undefined;
  /** How it was told that it is in no slot any more. */
  told: string | undefined;
  events: number;
};

/** What was promised in a round. */
export class Ledger {
  readonly events: KnownEvent[] = [];
  readonly edits: KnownEdit[] = [];
  /** What a decision replaced, by who saw it. */
  readonly decisions: { readonly slot: string; readonly field: Field; readonly seen: unknown }[] = [];
  /** `side slot`: who ordered that a slot be deleted, which may wait for a decision. */
  readonly deletedBy = new Set<string>();
  /** Slots that somebody deleted. */
  readonly deleted = new Set<string>();
  /** From a backup to the restore of it: what was acknowledged by this side in between was given up by who restored. */
  readonly lost: { readonly at: Side; readonly from: number; to: number }[] = [];
  /** Conflicts that a station had noted when somebody took it back to a backup: he gave them up with all that came since. */
  readonly conflictsGivenUp: Json[] = [];
  readonly story: string[] = [];

  /** True for what was acknowledged by a side that went back to before it. */
  wasGivenUp({ at, step }: { readonly at: Side; readonly step: number }): boolean {
    return this.lost.some((each) => each.at === at && each.from < step && step < each.to);
  }
}
