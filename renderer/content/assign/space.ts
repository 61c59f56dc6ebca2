import { estimateSpace, type HeadsetSpace } from '../../../shared/contract/content/library-space.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';

/** Number of headsets per request. */
const BATCH = 200;

/** Whether contents fit on headsets. */
export type SpaceEstimate = {
  /** Space needed if nothing of it is there, in bytes. */
  readonly needed: number;
  readonly short: readonly HeadsetSpace[];
  /** Headsets that have not reported their free space. */
  readonly unknown: readonly HeadsetSpace[];
  /** Time of the oldest report; null if there is none. */
  readonly oldestMs: number | null;
};

/** Checks which headsets have space for these together, which do not, and which have not reported it. */
export async function readSpace(
  sha256: readonly string[],
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<{ reply: SpaceEstimate } | Refusal> {
  const items: HeadsetSpace[] = [];
  let needed = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    const outcome = await call(estimateSpace, {
      body: { sha256: [...sha256], devicesId: ids.slice(at, at + BATCH) },
      ...(signal === undefined ? {} : { signal }),
    });
    if (isRefused(outcome)) return outcome;
    needed = outcome.reply.neededBytes;
    items.push(...outcome.reply.items);
  }
  const requested = items.filter(({ state }) => state !== 'held');
  const reports = requested.flatMap(({ reportedAt }) => (reportedAt === null ? [] : Date.parse(reportedAt)));
  return {
    reply: {
      needed,
      short: requested.filter(({ state }) => state === 'short'),
      unknown: requested.filter(({ state }) => state === 'unknown'),
      oldestMs: reports.length === 0 ? null : reports.reduce((oldest, each) => Math.min(oldest, each)),
    },
  };
}
