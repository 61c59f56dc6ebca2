import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

import { KINDS, type Kind } from '../record/event-types.ts';

type Props = { kind: Kind | null; onChange: (kind: Kind | null) => void };

/** Which kind of events is shown. On small screens a list, so that all filters fit into one row. */
export function KindSwitch({ kind, onChange }: Props): React.JSX.Element {
  const { t } = useTranslation('headset');
  const isNarrow = useMediaQuery('(max-width: 1100px)') ?? false;
  if (isNarrow) {
    return (
      <NativeSelect
        size="xs"
        aria-label={t('events.kind')}
        data={['all' as const, ...KINDS].map((value) => ({ value, label: t(`kindOfEvent.${value}`) }))}
        value={kind ?? 'all'}
        onChange={({ currentTarget: { value } }) => onChange(KINDS.find((each) => each === value) ?? null)}
      />
    );
  }
  return (
    <div className="seg" role="group" aria-label={t('events.kind')}>
      <button type="button" aria-pressed={kind === null} onClick={() => onChange(null)}>
        {t('kindOfEvent.all')}
      </button>
      {KINDS.map((each) => (
        <button key={each} type="button" aria-pressed={kind === each} onClick={() => onChange(each)}>
          {t(`kindOfEvent.${each}`)}
        </button>
      ))}
    </div>
  );
}
