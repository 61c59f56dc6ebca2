import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { effectiveSide, type Side } from '../status/conflict-subject.ts';
import { useConflictLabels } from '../status/conflict-labels.ts';

/** Buttons of both sides. */
export type SideRefs = Readonly<Record<Side, React.RefObject<HTMLButtonElement | null>>>;

type Props = {
  conflict: SyncConflict;
  isBusy: boolean;
  onTake: (take: Side) => void;
  refs?: SideRefs | undefined;
};

/** A longer value is left off the button. */
const MAX_VALUE_LENGTH = 22;

/** Buttons to keep the current value or use the other one; for a decided conflict, only the other one. */
export function SideButtons({ conflict, isBusy, onTake, refs }: Props): React.JSX.Element {
  const label = useSideLabel(conflict);
  const effective = effectiveSide(conflict);
  const isOpen = conflict.resolvedAt === null;
  // The losing headset has received its order, so this can no longer be reversed.
  if (!isOpen && conflict.isFinal) return <></>;
  return (
    <>
      {(['here', 'there'] as const)
        .filter((side) => isOpen || effective !== side)
        .map((side) => (
          <Button
            key={side}
            ref={refs?.[side]}
            variant={isOpen && effective === side ? 'filled' : 'default'}
            loading={isBusy}
            onClick={() => onTake(side)}
          >
            {label(side)}
          </Button>
        ))}
    </>
  );
}

/** Returns the label of a side's button, with the value if it is short. */
function useSideLabel(conflict: SyncConflict): (side: Side) => string {
  const { t } = useTranslation('sync');
  const labels = useConflictLabels();
  const effective = effectiveSide(conflict);
  return (side) => {
    if (conflict.kind === 'enrolment') return t(`take.enrolment.${side}`);
    const { value, lines } = labels.value(conflict, side);
    const keeps = effective === side;
    const showsValue =
      conflict[side] !== undefined &&
      !conflict.path.includes('password') &&
      lines.length === 0 &&
      value.length <= MAX_VALUE_LENGTH;
    if (!showsValue) return t(keeps ? `take.keepOf.${side}` : `take.useOf.${side}`);
    return t(keeps ? 'take.keep' : 'take.use', { value });
  };
}
