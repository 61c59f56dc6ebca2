import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { isAudited } from '../../../shared/contract/endpoint.ts';
import { contract } from '../../../shared/contract/index.ts';
import { useLanguage } from '../../copy/language.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { Chip } from '../../ui/parts/chip.tsx';
import { typed } from '../../ui/controls/field-props.ts';
import { useAuditLabels } from './audit-labels.ts';

/** Maximum number of options: a thousand headsets are found by typing. */
const MAX_OPTIONS = 50;

/** Filter of the log; an empty text matches everything. */
export type Filters = {
  readonly who: string;
  readonly about: string;
  readonly operation: string;
  readonly deviceId: string;
  readonly from: string;
  readonly to: string;
  readonly outcome: '' | 'done' | 'refused';
};

export const NO_FILTERS: Filters = {
  who: '',
  about: '',
  operation: '',
  deviceId: '',
  from: '',
  to: '',
  outcome: '',
};

/** Returns the filters for the station; days are those of this computer's clock. */
export function toQuery({ who, about, operation, deviceId, from, to, outcome }: Filters) {
  return {
    ...(who.trim() === '' ? {} : { who: who.trim() }),
    ...(about.trim() === '' ? {} : { about: about.trim() }),
    ...(operation === '' ? {} : { operation }),
    ...(deviceId === '' ? {} : { deviceId }),
    ...(from === '' ? {} : { from: new Date(`${from}T00:00:00`).toISOString() }),
    ...(to === '' ? {} : { to: new Date(`${to}T23:59:59.999`).toISOString() }),
    ...(outcome === '' ? {} : { outcome }),
  };
}

const OPERATIONS = Object.entries(contract)
  .filter(([, operation]) => isAudited(operation))
  .map(([name]) => name);

type Props = { filters: Filters; onChange: (filters: Filters) => void };

/** Filters by person, action, headset, time and outcome. */
export function AuditFilters({ filters, onChange }: Props): React.JSX.Element {
  const { t } = useTranslation('audit');
  const change = (part: Partial<Filters>): void => onChange({ ...filters, ...part });
  const order = useFleet((fleet) => fleet.order);
  const headsets = useMemo(() => {
    const { byId } = useFleet.getState();
    return order.map((id) => ({ value: id, label: byId[id]?.label ?? id }));
  }, [order]);
  const { act } = useAuditLabels();
  const language = useLanguage();
  const acts = OPERATIONS.map((value) => ({ value, label: act(value) })).toSorted((a, b) =>
    a.label.localeCompare(b.label, language),
  );
  const any = { value: '', label: t('any') };
  return (
    <div className="filters row roomy wrap" role="search">
      <TextInput
        label={t('who')}
        placeholder={t('search')}
        maxLength={64}
        {...typed(filters.who, (who) => change({ who }))}
      />
      <NativeSelect
        label={t('operation')}
        data={[any, ...acts]}
        {...typed(filters.operation, (operation) => change({ operation }))}
      />
      <TextInput
        label={t('about')}
        placeholder={t('aboutSearch')}
        maxLength={64}
        {...typed(filters.about, (about) => change({ about }))}
      />
      <Select
        label={t('headset')}
        placeholder={t('any')}
        data={headsets}
        searchable
        clearable
        limit={MAX_OPTIONS}
        nothingFoundMessage={t('noHeadset')}
        clearButtonProps={{ 'aria-label': t('anyHeadset') }}
        value={filters.deviceId === '' ? null : filters.deviceId}
        onChange={(deviceId) => change({ deviceId: deviceId ?? '' })}
      />
      <TextInput type="date" label={t('from')} {...typed(filters.from, (from) => change({ from }))} />
      <TextInput type="date" label={t('to')} {...typed(filters.to, (to) => change({ to }))} />
      <div className="row" role="group" aria-label={t('result')}>
        {(['', 'done', 'refused'] as const).map((outcome) => (
          <Chip key={outcome} isOn={filters.outcome === outcome} onClick={() => change({ outcome })}>
            {t(outcome === '' ? 'all' : outcome)}
          </Chip>
        ))}
      </div>
    </div>
  );
}
