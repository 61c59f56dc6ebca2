import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { nameOf, type Slot } from './cart-progress.ts';

const NEEDS_ATTENTION: readonly string[] = ['drifted', 'failed', 'attention'];

/** A link to the page of a headset that needs attention, where the problem can be solved; nothing for the others. */
export function SlotLink({ slot: { headset, state } }: { slot: Slot }): React.JSX.Element | null {
  const { t } = useTranslation('enrol');
  if (!NEEDS_ATTENTION.includes(state.state)) return null;
  return (
    <Link href={pathOfHeadset(headset.id)} className="plain-link">
      {state.state === 'drifted' ? t('says.repairIt') : t('says.openIt', { name: nameOf(headset) })}
    </Link>
  );
}
