import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { inForce, type Side } from './conflict-place.ts';
import { useConflictWords } from './conflict-words.ts';

/** The buttons of both sides. */
export type TakeRefs = Readonly<Record<Side, React.RefObject<HTMLButtonElement | null>>>;

type Props = {
  conflict: SyncConflict;
  isBusy: boolean;
  onTake: (take: Side) => void;
  refs?: TakeRefs | undefined;
};

/** A value of more letters makes no name of a button. */
const MOST_LETTERS = 22;

/** Keep what holds, or take the other; of a decided conflict only what does not hold. */
export function TakeButtons({ conflict, isBusy, onTake, refs }: Props): React.JSX.Element {
  const label = useTakeLabel(conflict);
  const holds = inForce(conflict);
  const isOpen = conflict.resolvedAt === null;
  // Whoever has the place was told: that is not turned round.
  if (!isOpen && conflict.isFinal) return <></>;
  return (
    <>
      {(['here', 'there'] as const)
        .filter((side) => isOpen || holds !== side)
        .map((side) => (
          <Button
            key={side}
            ref={refs?.[side]}
            variant={isOpen && holds === side ? 'filled' : 'default'}
            disabled={isBusy}
            onClick={() => onTake(side)}
          >
            {label(side)}
          </Button>
        ))}
    </>
  );
}

/** What a button of a side says: with the value, where that is short. */
function useTakeLabel(conflict: SyncConflict): (side: Side) => string {
  const { t } = useTranslation('sync');
  const words = useConflictWords();
  const holds = inForce(conflict);
  return (side) => {
    if (conflict.kind === 'enrolment') return t(`take.enrolment.${side}`);
    const { value, lines } = words.value(conflict, side);
    const keeps = holds === side;
    const isTold =
      conflict[side] !== undefined &&
      !conflict.path.includes('password') &&
      lines.length === 0 &&
      value.length <= MOST_LETTERS;
    if (!isTold) return t(keeps ? `take.keepOf.${side}` : `take.useOf.${side}`);
    return t(keeps ? 'take.keep' : 'take.use', { value });
  };
}
