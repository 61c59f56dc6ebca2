/** Who is in a slot of the central, as its record says. */
export type SlotWord = {
  readonly headset: string | null;
  /** The enrolment; null: none. Undefined: this central does not tell enrolments apart. */
  readonly enrolment: string | null | undefined;
};

/** An enrolment that a step is about: its headset, and the names that it has on the two sides, where they are known. */
export type Meant = { readonly headset: string | null; readonly names: readonly (string | null)[] };

/**
 * True where a slot of the central holds the very enrolment that a step is about. A central that does not tell enrolments
 * apart can be asked for the headset alone: one that was enrolled again meanwhile cannot be told from the first.
 */
export function holdsStill({ headset, enrolment }: SlotWord, meant: Meant): boolean {
  if (headset === null || headset !== meant.headset) return false;
  const names = meant.names.filter((name) => name !== null);
  return typeof enrolment !== 'string' || names.length === 0 || names.includes(enrolment);
}

/** What is known of a slot where nothing waits to be told of it. */
export type SlotHere = {
  readonly headset: string | null;
  /** What the central said when both sides agreed. */
  readonly seen: SlotWord;
  /** True where the enrolment that the central names ended here, and the central was told. */
  readonly hasEnded: boolean;
  /** True where the central took the order to release a headset so lately that it may still be at it. */
  readonly isLettingGo: boolean;
};

/** What the central's word means: both agree, it is still letting a headset go, or what became of the slot there. */
export type SlotNews = 'same' | 'lettingGo' | 'left' | 'enrolled' | 'taken';

/** What has become of a slot at the central, where this station has nothing to tell of it. */
export function newsOf(there: SlotWord, { headset, seen, hasEnded, isLettingGo }: SlotHere): SlotNews {
  if (there.headset === headset) return 'same';
  const isOld =
    typeof there.enrolment === 'string' ? hasEnded : there.headset === seen.headset && isLettingGo;
  if (there.headset !== null && isOld) return 'lettingGo';
  if (there.headset === null) return 'left';
  return headset === null ? 'enrolled' : 'taken';
}
