/** The headset in a slot of the central, as its record states. */
export type RemoteSlot = {
  readonly headset: string | null;
  /** The enrolment; null: none. Undefined: this central does not distinguish enrolments. */
  readonly enrolment: string | null | undefined;
};

/** The enrolment that a step is about: its headset, and its ids on the two sides, if known. */
export type EnrolmentRef = { readonly headset: string | null; readonly names: readonly (string | null)[] };

/**
 * Returns true if a slot of the central has the very enrolment that a step is about. A central that does not
 * distinguish enrolments can only be asked for the headset: a re-enrolled one looks the same.
 */
export function isStillEnrolled({ headset, enrolment }: RemoteSlot, meant: EnrolmentRef): boolean {
  if (headset === null || headset !== meant.headset) return false;
  const names = meant.names.filter((name) => name !== null);
  return typeof enrolment !== 'string' || names.length === 0 || names.includes(enrolment);
}

/** What is known of a slot for which nothing is pending. */
export type LocalSlot = {
  readonly headset: string | null;
  /** What the central reported when both sides were last in sync. */
  readonly seen: RemoteSlot;
  /** True if the enrolment that the central names ended here, and the central was informed. */
  readonly hasEnded: boolean;
  /** True if the central accepted un-enrolment so recently that it may still be in progress. */
  readonly isReleasing: boolean;
};

/** What the central's record means: in sync, un-enrolment in progress, or what happened to the slot there. */
export type SlotChange = 'same' | 'lettingGo' | 'left' | 'enrolled' | 'taken';

/** Returns what happened to a slot at the central, if this station has nothing to upload for it. */
export function slotChange(
  central: RemoteSlot,
  { headset, seen, hasEnded, isReleasing }: LocalSlot,
): SlotChange {
  if (central.headset === headset) return 'same';
  const isOld =
    typeof central.enrolment === 'string' ? hasEnded : central.headset === seen.headset && isReleasing;
  if (central.headset !== null && isOld) return 'lettingGo';
  if (central.headset === null) return 'left';
  return headset === null ? 'enrolled' : 'taken';
}
