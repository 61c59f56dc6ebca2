import { NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';

import { Segments } from '../../ui/controls/segments.tsx';
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
    <Segments
      label={t('events.kind')}
      value={kind}
      options={[null, ...KINDS].map((each) => [each, t(`kindOfEvent.${each ?? 'all'}`)])}
      onChange={onChange}
    />
  );
}
