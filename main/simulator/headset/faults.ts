import { type AgentFaults, NO_AGENT_FAULTS } from '../../agent/faults.ts';
import { seededRandom } from '../../agent/random.ts';
import { LINK_FAULTS, type LinkFault } from '../contents/rough-link.ts';

/** Faults of a headset, for practice and for tests. */
export type Faults = AgentFaults &
  Readonly<{
    /** How far its clock is ahead, in ms; negative: behind. */
    clockOffsetMs: number;
    /** Share of downloads that fail for good, 0 to 1. Real downloads fail for reasons of their own. */
    failedDownloadShare: number;
    /** Its first download fails, and later ones succeed: a retry works. */
    breaksFirstDownload: boolean;
    /** Faults of downloads whose bytes are really fetched. */
    link: LinkFault;
  }>;

/** A headset that works. */
export const NO_FAULTS: Faults = {
  ...NO_AGENT_FAULTS,
  clockOffsetMs: 0,
  failedDownloadShare: 0,
  breaksFirstDownload: false,
  link: 'none',
};

const ANSWER_FAULTS = ['never', 'late', 'twice', 'garbage'] as const;

/**
 * Returns the faults of one headset after another: this share of them answers badly, as many have a rough link, and
 * this share of downloads fails.
 */
export function someFaults(seed: string, share: number): () => Faults {
  const random = seededRandom(`${seed}/faults`);
  const links = seededRandom(`${seed}/links`);
  return () => {
    const answers = random.chance(share) ? random.pick(ANSWER_FAULTS) : 'none';
    const link = links.chance(share) ? links.pick(LINK_FAULTS) : 'none';
    return { ...NO_FAULTS, answers, failedDownloadShare: share, link };
  };
}
