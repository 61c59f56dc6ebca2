import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Sync } from '../../../shared/contract/sync/sync.ts';
import { useFigures } from '../../copy/figures.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { useWhen } from './standing-words.ts';

/** A clock that is off by less troubles nobody, in ms. */
const CLOCK_NOTED_MS = 60_000;

/** Who the central is, how much of it is here, and whether both clocks agree. */
export function FactsPanel({ sync }: { sync: Sync }): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const figures = useFigures();
  const when = useWhen();
  const role = useStation((station) => station.role);
  const { upstream, pulledAt, linked, unlinked } = sync;
  return (
    <section className="panel" aria-labelledby="sync-facts">
      <header>
        <h2 id="sync-facts">{t('sync:facts.title')}</h2>
      </header>
      <dl className="facts pad">
        <dt>{t('sync:facts.address')}</dt>
        <dd className="mono small">{upstream?.url}</dd>
        <dt>{t('sync:facts.organisation')}</dt>
        <dd title={upstream?.enterpriseId ?? undefined}>
          {upstream?.enterpriseName ?? upstream?.enterpriseId ?? t('common:notKnown')}
        </dd>
        <dt>{t('sync:facts.part')}</dt>
        <dd>{usePart(upstream)}</dd>
        <dt>{t('sync:facts.role')}</dt>
        <dd>{role === null ? t('common:notKnown') : t(`sync:facts.roleOf.${role}`)}</dd>
        <dt>{t('sync:facts.linked')}</dt>
        <dd>{figures.number(linked)}</dd>
        {unlinked > 0 && (
          <>
            <dt>{t('sync:facts.unlinked')}</dt>
            <dd>
              <Link href="/sync/headsets?which=unlinked">{figures.number(unlinked)}</Link>
            </dd>
          </>
        )}
        <dt>{t('sync:facts.pulled')}</dt>
        <dd>{pulledAt === null ? t('sync:facts.notPulled') : when(Date.parse(pulledAt))}</dd>
        <dt>{t('sync:facts.clock')}</dt>
        <dd>{useClock(sync.clockSkewMs)}</dd>
      </dl>
    </section>
  );
}

function usePart(upstream: Sync['upstream']): string {
  const { t } = useTranslation('sync');
  const part = upstream?.part ?? null;
  const said = [
    ...(part?.group === undefined ? [] : [t('facts.group', { group: part.group })]),
    ...(part?.namePattern === undefined ? [] : [t('facts.names', { pattern: part.namePattern })]),
  ];
  return said.length === 0 ? t('facts.all') : said.join(', ');
}

/** How the central's clock stands against this computer's. */
function useClock(skewMs: number | null): string {
  const { t } = useTranslation(['sync', 'common']);
  const figures = useFigures();
  if (skewMs === null) return t('common:notKnown');
  if (Math.abs(skewMs) < CLOCK_NOTED_MS) return t('sync:facts.clockSame');
  const duration = figures.duration(Math.abs(skewMs));
  return t(skewMs > 0 ? 'sync:facts.clockAhead' : 'sync:facts.clockBehind', { duration });
}
