import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { DEFAULT_NAME } from '../../../shared/contract/operations/station.ts';
import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { useFormat } from '../../copy/format.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { useWhen } from '../status/status-labels.ts';
import { Panel } from '../../ui/parts/panel.tsx';
import { Fact } from '../../ui/page/fact.tsx';

/** A smaller difference between the clocks is not shown, in ms. */
const MIN_SHOWN_SKEW_MS = 60_000;

/** Facts about the central: organisation, selection of devices and clock. */
export function FactsPanel({ sync }: { sync: Sync }): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const format = useFormat();
  const when = useWhen();
  const role = useStation((station) => station.role);
  const { upstream, pulledAt, linked, unlinked } = sync;
  return (
    <Panel titleId="sync-facts" title={t('sync:facts.title')}>
      <dl className="facts pad">
        <Fact name={t('sync:facts.address')} className="mono small">
          {upstream?.url}
        </Fact>
        <Fact name={t('sync:facts.organisation')} title={upstream?.enterpriseId ?? undefined}>
          {upstream?.enterpriseName === DEFAULT_NAME
            ? t('common:unnamed')
            : (upstream?.enterpriseName ?? upstream?.enterpriseId ?? t('common:notKnown'))}
        </Fact>
        <Fact name={t('sync:facts.part')}>{usePart(upstream)}</Fact>
        <Fact name={t('sync:facts.role')}>
          {role === null ? t('common:notKnown') : t(`sync:facts.roleOf.${role}`)}
        </Fact>
        <Fact name={t('sync:facts.linked')}>{format.number(linked)}</Fact>
        {unlinked > 0 && (
          <Fact name={t('sync:facts.unlinked')}>
            <Link href="/sync/headsets?which=unlinked">{format.number(unlinked)}</Link>
          </Fact>
        )}
        <Fact name={t('sync:facts.pulled')}>
          {pulledAt === null ? t('sync:facts.notPulled') : when(Date.parse(pulledAt))}
        </Fact>
        <Fact name={t('sync:facts.clock')}>{useClock(sync.clockSkewMs)}</Fact>
      </dl>
    </Panel>
  );
}

function usePart(upstream: Sync['upstream']): string {
  const { t } = useTranslation('sync');
  const part = upstream?.part ?? null;
  const lines = [
    ...(part?.group === undefined ? [] : [t('facts.group', { group: part.group })]),
    ...(part?.namePattern === undefined ? [] : [t('facts.names', { pattern: part.namePattern })]),
  ];
  return lines.length === 0 ? t('facts.all') : lines.join(', ');
}

/** Describes the difference between the two clocks. */
function useClock(skewMs: number | null): string {
  const { t } = useTranslation(['sync', 'common']);
  const format = useFormat();
  if (skewMs === null) return t('common:notKnown');
  if (Math.abs(skewMs) < MIN_SHOWN_SKEW_MS) return t('sync:facts.clockSame');
  const duration = format.duration(Math.abs(skewMs));
  return t(skewMs > 0 ? 'sync:facts.clockAhead' : 'sync:facts.clockBehind', { duration });
}
