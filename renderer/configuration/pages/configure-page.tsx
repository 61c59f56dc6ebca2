import { Button } from '@mantine/core';
import { IconHistory, IconLock, IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import '../../ui/styles/pages.css';
import '../editor/configure.css';
import { listPlans, type PlanSummary } from '../../../shared/contract/configuration/plans/plans.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused } from '../../service/api.ts';
import { useReturns } from '../../service/event-feed.ts';
import { planEvents } from '../../service/events.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { useCountLabel } from '../../model/fleet/count-label.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';

import { PageHead } from '../../ui/page/page-head.tsx';
import { usePlanTitle } from '../rollouts/plan-title.ts';
import { ProfileList } from './profile-list.tsx';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { useDraft } from '../editor/draft.ts';

/** Configure: running rollouts, profiles, and how to begin. */
export function ConfigurePage(): React.JSX.Element {
  const { t } = useTranslation('configure');
  const plans = usePlans();
  const running = plans.filter(({ run }) => run?.state === 'running' || run?.state === 'paused').length;
  const stopped = plans.filter(({ run }) => run?.state === 'stopped').length;
  return (
    <div className="page configure fill">
      <PageHead
        crumbs={[]}
        title={
          running > 0
            ? t('home.running', { count: running })
            : stopped > 0
              ? t('home.stopped', { count: stopped })
              : t('home.quiet')
        }
        sub={t('home.sub')}
      >
        <Button
          variant="default"
          component={Link}
          href="/configure/history"
          leftSection={<IconHistory className="i s" aria-hidden="true" />}
        >
          {t('history.link')}
        </Button>
        <Begin />
      </PageHead>
      <div className="page-body">
        <div className="page-split home">
          <div className="stack wide">
            <ProfileList />
          </div>
          <div className="stack wide">
            <RecentPlans plans={plans} />
          </div>
        </div>
      </div>
    </div>
  );
}

/** Configures the selected headsets, or without a selection the whole fleet. */
function Begin(): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const [, navigate] = useLocation();
  const selected = useFleetList((list) => list.selected);
  const order = useFleet((fleet) => fleet.order);
  const ids = selected.size > 0 ? [...selected] : order;
  const countLabel = useCountLabel();
  if (ids.length === 0) return null;
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconLock className="i s" aria-hidden="true" />}
        onClick={() => navigate(addressFor('/configure/kiosk', ids))}
      >
        {t('kiosk.action')}
      </Button>
      <Button
        variant="filled"
        leftSection={<IconPlus className="i s" aria-hidden="true" />}
        onClick={() => {
          useDraft.getState().open({}, null);
          navigate(addressFor('/configure/settings', ids));
        }}
      >
        {t('home.begin', { what: countLabel(ids) })}
      </Button>
    </>
  );
}

const PLANS_SHOWN = 12;

function usePlans(): readonly PlanSummary[] {
  const [plans, setPlans] = useState<readonly PlanSummary[]>([]);
  const returns = useReturns();
  useEffect(() => {
    const controller = new AbortController();
    const query = { limit: String(PLANS_SHOWN) };
    void call(listPlans, { query, signal: controller.signal }).then((outcome) => {
      if (!controller.signal.aborted && !isRefused(outcome)) setPlans(outcome.reply.items);
    });
    const stop = planEvents.on(({ plans: moved }) =>
      setPlans((known) => {
        const byId = new Map(moved.map((plan) => [plan.id, plan]));
        const fresh = moved.filter(({ id }) => !known.some((plan) => plan.id === id));
        return [...fresh, ...known.map((plan) => byId.get(plan.id) ?? plan)].slice(0, PLANS_SHOWN);
      }),
    );
    return () => {
      controller.abort();
      stop();
    };
  }, [returns]);
  return plans;
}

function RecentPlans({ plans }: { plans: readonly PlanSummary[] }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const titleOf = usePlanTitle();
  return (
    <Panel titleId="recent-plans" title={t('home.recent')}>
      {plans.length === 0 && <p className="in dim">{t('home.noPlans')}</p>}
      <ul className="rows links">
        {plans.map((plan) => (
          <li key={plan.id}>
            <Link href={`/configure/plan/${plan.id}`} className="row hovers">
              <StateGlyph state={glyphOf(plan)} />
              <span className="grow">
                <b className="cut block" title={titleOf(plan)}>
                  {titleOf(plan)}
                </b>
                <span className="small faint block">
                  {format.moment(Date.parse(plan.run?.startedAt ?? plan.createdAt))}
                </span>
              </span>
              <span className="small dim">
                {plan.run === null
                  ? t('home.preview', { count: plan.counts.change })
                  : t('home.confirmed', {
                      confirmed: plan.run.counts.confirmed,
                      total: plan.counts.change,
                    })}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function glyphOf({ run }: PlanSummary): GlyphState {
  if (run === null) return 'waiting';
  if (run.counts.failed > 0 || run.state === 'stopped') return 'failed';
  if (run.state === 'done') return 'ready';
  return run.state === 'paused' ? 'queued' : 'applying';
}
