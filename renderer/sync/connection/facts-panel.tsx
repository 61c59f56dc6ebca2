import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { DEFAULT_NAME } from '../../../shared/contract/operations/station.ts';
import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { useFormat } from '../../copy/format.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { useWhen } from '../status/status-labels.ts';
import { Panel } from '../../ui/parts/panel.tsx';

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
        <dt>{t('sync:facts.address')}</dt>
        <dd className="mono small">{upstream?.url}</dd>
        <dt>{t('sync:facts.organisation')}</dt>
        <dd title={upstream?.enterpriseId ?? undefined}>
          {upstream?.enterpriseName === DEFAULT_NAME
            ? t('common:unnamed')
            : (upstream?.enterpriseName ?? upstream?.enterpriseId ?? t('common:notKnown'))}
        </dd>
        <dt>{t('sync:facts.part')}</dt>
        <dd>{usePart(upstream)}</dd>
        <dt>{t('sync:facts.role')}</dt>
        <dd>{role === null ? t('common:notKnown') : t(`sync:facts.roleOf.${role}`)}</dd>
        <dt>{t('sync:facts.linked')}</dt>
        <dd>{format.number(linked)}</dd>
        {unlinked > 0 && (
          <>
            <dt>{t('sync:facts.unlinked')}</dt>
            <dd>
              <Link href="/sync/headsets?which=unlinked">{format.number(unlinked)}</Link>
            </dd>
          </>
        )}
        <dt>{t('sync:facts.pulled')}</dt>
        <dd>{pulledAt === null ? t('sync:facts.notPulled') : when(Date.parse(pulledAt))}</dd>
        <dt>{t('sync:facts.clock')}</dt>
        <dd>{useClock(sync.clockSkewMs)}</dd>
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
