import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { FleetStatistics } from '../../../shared/contract/statistics/statistics-now.ts';
import { useFormat } from '../../copy/format.ts';
import type { Query } from '../../service/use-query.ts';
import { Bars, type Bar } from '../../ui/charts/bars.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { addressBehind } from '../../model/fleet/behind-address.ts';
import { Segments } from '../../ui/controls/segments.tsx';
import { ChartPanel } from './chart-panel.tsx';

const KINDS = ['models', 'system', 'agent', 'licences', 'battery'] as const;
type Kind = (typeof KINDS)[number];

/** The composition of the fleet: models, versions, licences, and battery levels. */
export function VersionsPanel({ fleet }: { fleet: Query<FleetStatistics> }): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const [kind, setKind] = useState<Kind>('models');
  const bars = useBars(fleet.reply, kind);
  const licenses = fleet.reply?.licenses;
  return (
    <ChartPanel
      title={t('made.title')}
      file={`fleet-${kind}`}
      format={{
        head: [t(`made.${kind}`), t('made.count')],
        rows: bars.map(({ label, value }) => [label, value]),
      }}
    >
      <Segments
        className="made-kinds no-print"
        label={t('made.title')}
        value={kind}
        options={KINDS.map((each) => [each, t(`made.${each}`)])}
        onChange={setKind}
      />
      <ReadingState query={fleet} lines={4} />
      {fleet.reply !== null && bars.length === 0 && <p className="dim">{t('nothing')}</p>}
      <Bars bars={bars} />
      {kind === 'licences' && licenses !== undefined && (
        <p className="small dim">
          {t('made.expired', { count: licenses.expired })} {t('made.soon', { count: licenses.expiringSoon })}
        </p>
      )}
    </ChartPanel>
  );
}

function useBars(fleet: FleetStatistics | null, kind: Kind): readonly Bar[] {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  if (fleet === null) return [];
  const bar = (label: string | null, count: number, href: string): Bar => ({
    key: label ?? ' none',
    label: label ?? t('made.unknown'),
    value: count,
    figure: format.number(count),
    href,
  });
  const behind = (of: string, value: string | null): string =>
    addressBehind({ of, value }, value ?? t('made.unknown'));
  switch (kind) {
    case 'models':
      return fleet.models.map(({ name, count }) =>
        bar(name, count, `/fleet?${new URLSearchParams({ model: name ?? '' }).toString()}`),
      );
    case 'system':
      return fleet.osVersions.map(({ osVersion, count }) =>
        bar(osVersion, count, behind('osVersion', osVersion)),
      );
    case 'agent':
      return fleet.mdm.versions.map(({ labelVersion, count }) =>
        bar(labelVersion, count, behind('agentVersion', labelVersion)),
      );
    case 'licences':
      return fleet.licenses.byLevel.map(({ level, count }) =>
        bar(level, count, behind('licenceLevel', level)),
      );
    case 'battery':
      return fleet.battery.histogram.map(({ from, to, count }) => ({
        key: String(from),
        label: t('made.batteryRange', { from, to }),
        value: count,
        figure: format.number(count),
        href: addressBehind(
          { of: 'batteryLevel', value: `${from}-${to}` },
          t('made.batteryRange', { from, to }),
        ),
      }));
  }
}
