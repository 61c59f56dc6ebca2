import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { nameOf, type Slot } from '../cart/cart-progress.ts';
import { readLabel } from '../cart/label-text.ts';

/** The label or number that was found in a slot of the cart. */
export type SlotCheck =
  | { readonly kind: 'found'; readonly id: string }
  /** A label or number that this station does not know. */
  | { readonly kind: 'unknown'; readonly text: string }
  | { readonly kind: 'empty' };

/** The findings so far, by slot name: names stay in place when two headsets are swapped. */
export type SlotChecks = Readonly<Record<string, SlotCheck>>;

/**
 * `right`: its own headset, or nothing if none is enrolled. `wrong`: one of another slot of this cart. `foreign`: one
 * of this station that belongs elsewhere. `stranger`: not of this station. `empty`: nothing, though a headset is
 * enrolled. `unseen`: not checked yet.
 */
export type Verdict = 'unseen' | 'right' | 'wrong' | 'foreign' | 'stranger' | 'empty';

/** A slot and its result. `found` is the other headset in it. */
export type Finding = {
  readonly slot: Slot;
  readonly verdict: Verdict;
  readonly found: Headset | null;
  readonly text: string | null;
  /** True if the two are in each other's slots. */
  readonly isMutual: boolean;
  /** True if its own headset was found nowhere. */
  readonly isMissing: boolean;
};

/** Returns the headset of a scanned or typed text: a label, name, serial number or id; null: none of this station. */
export function headsetOf(text: string, headsets: readonly Headset[]): Headset | null {
  const wanted = (readLabel(text)?.deviceId ?? text).trim().toLowerCase();
  const current = headsets.filter(({ isArchived }) => !isArchived);
  return (
    current.find(({ id, label, androidId }) =>
      [id, label, androidId].some((each) => each?.toLowerCase() === wanted),
    ) ?? null
  );
}

/** Returns the results so far, slot by slot in the order of the cart. Pure. */
export function checkCart(
  slots: readonly Slot[],
  checks: SlotChecks,
  byId: Readonly<Record<string, Headset>>,
): readonly Finding[] {
  const ownIds = new Set(slots.map(({ headset }) => headset.id));
  const foundIds = new Set(
    slots.flatMap(({ headset }) => {
      const check = checks[nameOf(headset)];
      return check?.kind === 'found' ? [check.id] : [];
    }),
  );
  return slots.map((slot): Finding => {
    const { headset } = slot;
    const check = checks[nameOf(headset)];
    const found = check?.kind === 'found' && check.id !== headset.id ? (byId[check.id] ?? null) : null;
    const verdict = verdictOf(headset, check, ownIds);
    return {
      slot,
      verdict,
      found,
      text: check?.kind === 'unknown' ? check.text : null,
      isMutual: found !== null && isFoundAt(checks[nameOf(found)], headset.id),
      isMissing:
        verdict !== 'unseen' &&
        verdict !== 'right' &&
        headset.androidId !== null &&
        !foundIds.has(headset.id),
    };
  });
}

function isFoundAt(check: SlotCheck | undefined, id: string): boolean {
  return check?.kind === 'found' && check.id === id;
}

function verdictOf(headset: Headset, check: SlotCheck | undefined, ownIds: ReadonlySet<string>): Verdict {
  if (check === undefined) return 'unseen';
  if (check.kind === 'unknown') return 'stranger';
  if (check.kind === 'empty') return headset.androidId === null ? 'right' : 'empty';
  if (check.id === headset.id) return 'right';
  return ownIds.has(check.id) ? 'wrong' : 'foreign';
}

/** Returns the next unchecked slot after this one, wrapping around; null when all are done. */
export function nextUnseen(findings: readonly Finding[], afterName: string | null): string | null {
  const from = findings.findIndex(({ slot }) => nameOf(slot.headset) === afterName);
  const round = [...findings.slice(from + 1), ...findings.slice(0, from + 1)];
  const next = round.find(({ verdict }) => verdict === 'unseen');
  return next === undefined ? null : nameOf(next.slot.headset);
}

/** Returns the problems; of two swapped ones only the first. */
export function troubles(findings: readonly Finding[]): readonly Finding[] {
  const received = new Set<string>();
  return findings.filter(({ slot, verdict, found, isMutual }) => {
    if (verdict === 'unseen' || verdict === 'right' || received.has(slot.headset.id)) return false;
    if (isMutual && found !== null) received.add(found.id);
    return true;
  });
}

/** Counts the results by kind. */
export function countVerdicts(findings: readonly Finding[]): Readonly<Record<Verdict | 'missing', number>> {
  const counts = { unseen: 0, right: 0, wrong: 0, foreign: 0, stranger: 0, empty: 0, missing: 0 };
  for (const { verdict, isMissing } of findings) {
    counts[verdict] += 1;
    if (isMissing) counts.missing += 1;
  }
  return counts;
}
