import { seededRandom } from './random.ts';
import { LINK_FAULTS, type LinkFault } from './rough-link.ts';

/** How a headset answers commands. It carries them out in any case. */
export type AnswerFault = 'none' | 'never' | 'late' | 'twice' | 'garbage';

/** What goes wrong with a headset, for practice and for tests. */
export type Faults = Readonly<{
  /** Types a code that nobody gave before the right one. */
  typesWrongCodeFirst: boolean;
  /** Enrols and holds its link, yet never reports. */
  neverReports: boolean;
  /** How far its clock is ahead of the true time, in ms; negative: behind. */
  clockOffsetMs: number;
  /** Sends every event once more after it was acknowledged. */
  repeatsEvents: boolean;
  /** Every third report breaks off half-way before it is sent whole. */
  breaksOff: boolean;
  answers: AnswerFault;
  /** The share of downloads that break for good, 0 to 1. Bytes that are really fetched break by themselves. */
  failedDownloadShare: number;
  /** Its first download breaks, and every one after it arrives: what a person retries works. */
  breaksFirstDownload: boolean;
  /** What happens to bytes that are really fetched. */
  link: LinkFault;
}>;

/** A headset that works. */
export const NO_FAULTS: Faults = {
  typesWrongCodeFirst: false,
  neverReports: false,
  clockOffsetMs: 0,
  repeatsEvents: false,
  breaksOff: false,
  answers: 'none',
  failedDownloadShare: 0,
  breaksFirstDownload: false,
  link: 'none',
};

const ANSWER_FAULTS = ['never', 'late', 'twice', 'garbage'] as const;

/** The faults of one headset after another: this share of them answers badly, as many have a rough link, and this share of downloads breaks. */
export function someFaults(seed: string, share: number): () => Faults {
  const random = seededRandom(`${seed}/faults`);
  const links = seededRandom(`${seed}/links`);
  return () => {
    const answers = random.chance(share) ? random.pick(ANSWER_FAULTS) : 'none';
    const link = links.chance(share) ? links.pick(LINK_FAULTS) : 'none';
    return { ...NO_FAULTS, answers, failedDownloadShare: share, link };
  };
}
