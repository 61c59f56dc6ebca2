import { Button, Skeleton } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import '../../ui/styles/pages.css';
import '../editor/configure.css';
import type { Plan } from '../../../shared/contract/configuration/plans/plans.ts';
import { useLanguage } from '../../copy/language.ts';
import { asSpreadsheet } from '../../model/labels/spreadsheet.ts';
import { useFormat } from '../../copy/format.ts';
import { LonePage } from '../../ui/parts/lone-page.tsx';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { useCountLabel } from '../../model/fleet/count-label.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';

import { ApplyPanel } from './apply-panel.tsx';
import { DifferentList } from './different-list.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { PlanMatrix } from './plan-matrix.tsx';
import { useLivePlan, type LivePlan } from './plan-store.ts';
import { matrixOf } from '../../model/labels/plan-matrix-of.ts';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { RunView } from './run-view.tsx';
import { usePlanTitle } from './plan-title.ts';
import { useRowLabels, type RowLabels } from '../../model/labels/row-labels.ts';

/** A plan: what it would change, and once applied, the state of each headset. */
export function PlanPage({ params }: { params: { planId: string } }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const live = useLivePlan(params.planId);
  const { plan, refusal } = live;
  if (plan === null && refusal?.refused === 'NOT_FOUND') {
    return (
      <LonePage
        title={t('plan.expired')}
        text={t('plan.expiredText')}
        href="/configure"
        action={t('title')}
      />
    );
  }
  if (plan === null) {
    return (
      <div className="page configure fill" aria-busy="true">
        <PageHead crumbs={[[t('title'), '/configure']]} title={t('plan.making')} />
        <div className="page-body stack">
          {refusal === null ? <Skeleton height={360} /> : <RefusalNote refusal={refusal} />}
        </div>
      </div>
    );
  }
  return plan.run === null ? (
    <Preview live={live} plan={plan} />
  ) : (
    <RunView live={live} plan={plan} run={plan.run} />
  );
}

function Preview({ live, plan }: { live: LivePlan; plan: Plan }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const labels = useRowLabels();
  const title = usePlanTitle()(plan);
  const countLabel = useCountLabel();
  const again = addressFor(
    '/configure/settings',
    plan.devices.map(({ id }) => id),
  );
  const language = useLanguage();
  const save = (): void =>
    saveAsFile(`${title}.csv`, asSpreadsheet(tableOf(plan, labels, t), language), 'text/csv');
  return (
    <div className="page configure fill">
      <PageHead
        crumbs={[
          [t('title'), '/configure'],
          [t('plan.preview'), null],
        ]}
        title={t('plan.title', { title, what: countLabel(plan.devices.map(({ id }) => id)) })}
        sub={t('plan.sub', { when: format.clock(Date.parse(plan.createdAt)) })}
      >
        <Button variant="subtle" component={Link} href={again}>
          {t('plan.changeSettings')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload className="i s" aria-hidden="true" />}
          onClick={save}
        >
          {t('plan.saveCsv')}
        </Button>
      </PageHead>
      <div className="page-body">
        <Counts plan={plan} />
        <div className="page-split plan">
          <div className="stack wide">
            <NetworkNotes plan={plan} />
            <PlanMatrix plan={plan} />
            <DifferentList plan={plan} />
          </div>
          <ApplyPanel live={live} plan={plan} />
        </div>
      </div>
    </div>
  );
}

function Counts({ plan }: { plan: Plan }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const { counts } = plan;
  const now = counts.change - counts.offline;
  const slots = plan.devices.filter(
    ({ group, reach }) => reach === 'slot' && plan.groups[group]?.outcome === 'change',
  ).length;
  // A slot without a headset is not offline: nobody can switch it on.
  const away = slots === 0 ? 'offline' : slots < counts.offline ? 'offlineOrSlots' : 'slots';
  const cells: readonly (readonly [string, number, GlyphState | null, string])[] = [
    [t('count.change', { count: now }), now, null, t('count.changeText')],
    [t('count.same', { count: counts.same }), counts.same, null, t('count.sameText')],
    [
      t(`count.${away}`, { count: counts.offline }),
      counts.offline,
      away === 'slots' ? 'waiting' : 'offline',
      t('count.offlineText', { count: counts.offline }),
    ],
    [t('count.refused', { count: counts.refused }), counts.refused, 'failed', t('count.refusedText')],
  ];
  return (
    <ul className="counts panel figures">
      {cells.map(([words, count, state, text]) => (
        <li key={words}>
          <b>{count}</b>
          <span className="row">
            {state !== null && count > 0 && <StateGlyph state={state} size="s" />}
            {words}
          </span>
          <span className="small faint">{count > 0 && text}</span>
        </li>
      ))}
    </ul>
  );
}

/** Warns where headsets are connected through a Wi-Fi network that the change replaces. */
function NetworkNotes({ plan }: { plan: Plan }): React.JSX.Element {
  const { t } = useTranslation('configure');
  return (
    <>
      {plan.replacedNetworks.map(({ ssid, devices, stays }) => (
        <div key={`${ssid} ${String(stays)}`} className="note warn">
          <StateGlyph state="attention" />
          <div>{t(stays ? 'network.stays' : 'network.goes', { count: devices, ssid })}</div>
        </div>
      ))}
    </>
  );
}

/** The change of a setting in a word. */
const KINDS = {
  set: 'plan.added',
  add: 'plan.added',
  change: 'plan.changed',
  clear: 'plan.removed',
  remove: 'plan.removed',
  same: 'plan.unchanged',
  unsupported: 'support.no',
} as const;

/** Returns the plan as a table: its head, then one row per setting and model. */
function tableOf(plan: Plan, labels: RowLabels, t: TFunction<'configure'>): string[][] {
  const { columns, rows } = matrixOf(plan);
  const head = [
    t('plan.setting'),
    t('plan.column.entry'),
    t('plan.column.model'),
    t('plan.column.now'),
    t('plan.column.change'),
    t('plan.column.wanted'),
  ];
  const cells = rows.flatMap((row) =>
    row.cells.flatMap((cell, index) =>
      cell === null
        ? []
        : [
            [
              labels.path(row.path),
              row.entry?.name ?? '',
              columns[index]?.model ?? '',
              labels.value(row, cell.now, columns[index]?.brand),
              t(KINDS[cell.kind]),
              labels.value(row, [cell.wanted], columns[index]?.brand),
            ],
          ],
    ),
  );
  return [head, ...cells];
}
