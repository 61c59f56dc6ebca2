import type { ErrorCode } from '../../shared/contract/errors.ts';
import { isRefused, type Outcome } from './api.ts';

type Edit<Seen, Written, Code extends ErrorCode> = {
  /** The revision or version of the record when it was loaded. */
  readonly revision: number;
  readonly write: (revision: number) => Promise<Outcome<Written, Code>>;
  readonly read: () => Promise<Outcome<Seen, ErrorCode>>;
  readonly revisionOf: (now: Seen) => number;
  /** Returns whether the part that is edited is as it was when the record was loaded. */
  readonly isSame: (now: Seen) => boolean;
};

/**
 * Writes unless what is edited was changed elsewhere since it was loaded; then returns the refusal with the newer record
 * (`theirs`). A revision counts every part of a record: a change to another part is no reason to refuse.
 */
export async function unlessEdited<Seen, Written, Code extends ErrorCode>({
  revision,
  write,
  read,
  revisionOf,
  isSame,
}: Edit<Seen, Written, Code>): Promise<Outcome<Written, Code> & { readonly theirs?: Seen }> {
  const outcome = await write(revision);
  if (!isRefused(outcome) || outcome.refused !== 'CONFLICT') return outcome;
  const now = await read();
  if (isRefused(now)) return outcome;
  return isSame(now.reply) ? write(revisionOf(now.reply)) : { ...outcome, theirs: now.reply };
}
