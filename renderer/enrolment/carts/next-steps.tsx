import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { type Acceptance, createAcceptanceSheet } from '../../../shared/contract/enrolment/carts.ts';
import { call, isRefused } from '../../service/api.ts';
import { type Query, useQuery } from '../../service/use-query.ts';
import { ItemMark } from '../../model/content/item-mark.tsx';
import { useAppNames } from '../../model/content/use-app-names.ts';
import { addressFor } from '../../model/fleet/selection-address.ts';
import { EnterCap } from '../../ui/parts/key-cap.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { acceptancePath } from '../cart/enrol-paths.ts';

/** The state of the steps of a cart before it is handed over. */
export type CartSteps = {
  readonly total: number;
  /** Assigned applications, with the number of headsets that have them installed, and on which that failed. */
  readonly apps: readonly {
    readonly packageName: string;
    readonly installed: number;
    readonly failed: number;
  }[];
  /** Number of headsets that confirmed a kiosk and everything else, and its application if all have the same. */
  readonly inKiosk: number;
  /** Number of the others that have a change queued: it can be their kiosk. */
  readonly queued: number;
  readonly kioskApp: string | null;
};

const STEPS = ['apps', 'kiosk', 'sheet'] as const;
export type Step = (typeof STEPS)[number];

/** Interval of updates, in ms: apps are being installed meanwhile. */
const INTERVAL_MS = 5_000;

/** Loads what these headsets have; nothing if there are none. */
export function useCartSteps(ids: readonly string[]): Query<CartSteps | null> {
  return useQuery<CartSteps | null>(
    async (signal) => {
      if (ids.length === 0) return { reply: null };
      const outcome = await call(createAcceptanceSheet, { body: { devicesId: [...ids] }, signal });
      return isRefused(outcome) ? outcome : { reply: stepsOf(outcome.reply.items) };
    },
    ids.length === 0 ? null : INTERVAL_MS,
  );
}

/** Returns the steps, counted as on the acceptance sheet, so that both always agree. */
function stepsOf(items: readonly Acceptance[]): CartSteps {
  const assigned = new Set(items.flatMap(({ apps }) => apps.map(({ name }) => name)));
  const count = (name: string, status: string): number =>
    items.filter(({ apps }) => apps.some((app) => app.name === name && app.status === status)).length;
  const [kioskApp, ...others] = new Set(items.flatMap(({ kiosk }) => kiosk ?? []));
  return {
    total: items.length,
    apps: Array.from(assigned, (packageName) => ({
      packageName,
      installed: count(packageName, 'INSTALLED'),
      failed: count(packageName, 'FAILED'),
    })),
    inKiosk: items.filter(({ kiosk, isConfirmed }) => kiosk !== null && isConfirmed).length,
    queued: items.filter(({ open }) => open.some(({ code }) => code === 'CHANGE_QUEUED')).length,
    kioskApp: others.length === 0 ? (kioskApp ?? null) : null,
  };
}

/** Returns the first step with something left to do here: what is queued, its headset does when it is back. */
export function nextStep(steps: CartSteps | null): Step {
  if (steps === null) return 'sheet';
  const areAppsInstalled = steps.apps.some(({ installed }) => installed >= steps.total);
  if (steps.inKiosk + steps.queued >= steps.total) return 'sheet';
  return areAppsInstalled ? 'kiosk' : 'apps';
}

/** Returns the screen of a step. An app added on the kiosk screen is installed with it, in one change. */
export function pathOfStep(step: Step, cartId: string, ids: readonly string[], hasFailed = false): string {
  if (step === 'sheet') return acceptancePath(cartId);
  // What failed is retried where it is shown.
  if (step === 'apps' && hasFailed) return '/fleet?show=needsYou';
  return addressFor('/configure/kiosk', ids);
}

type Props = { steps: CartSteps | null; cartId: string; ids: readonly string[] };

/** Steps after the last headset is ready: apps, kiosk, acceptance sheet; with the done ones, and the next one. */
export function NextSteps({ steps, cartId, ids }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const next = nextStep(steps);
  const at = STEPS.indexOf(next);
  const hasFailed = steps?.apps.some(({ failed }) => failed > 0) === true;
  const isQueued = steps !== null && steps.queued > 0;
  const actionOf = (step: Step): string => {
    if (step === 'kiosk') return t('done.kiosk', { count: ids.length });
    return t(step === 'apps' && hasFailed ? 'next.apps.retry' : `next.${step}.action`);
  };
  return (
    <ol className="wordy next-steps grid roomy" aria-label={t('next.label')}>
      {STEPS.map((step, index) => (
        <li key={step} className={`card stack roomy ${step === next ? 'on is-next' : ''}`}>
          <header className="row wrap">
            <i className={`mark ${step === next ? 'on' : ''}`} aria-hidden="true">
              {index + 1}
            </i>
            <h3>{t(`next.${step}.title`)}</h3>
            {index < at ? (
              <Passed isQueued={isQueued} />
            ) : (
              step === next && <span className="end small nowrap s-queued">{t('next.next')}</span>
            )}
          </header>
          <div className="grow">
            <StepText step={step} steps={steps} />
          </div>
          <Button
            component={Link}
            href={pathOfStep(step, cartId, ids, hasFailed)}
            size="lg"
            variant={step === next ? 'filled' : 'default'}
            className={step === next ? 'on-primary' : ''}
            {...(step === next ? { rightSection: <EnterCap /> } : {})}
            {...(step === 'sheet' ? { leftSection: <IconPrinter className="i s" aria-hidden /> } : {})}
          >
            {actionOf(step)}
          </Button>
        </li>
      ))}
    </ol>
  );
}

/** The mark of a step that leaves nothing to do: done, or queued for headsets that are not here. */
function Passed({ isQueued }: { isQueued: boolean }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  return (
    <span className={`end small status ${isQueued ? 's-queued' : 's-ready'}`}>
      <StateGlyph state={isQueued ? 'queued' : 'ready'} size="s" />
      {t(isQueued ? 'next.queued' : 'next.done')}
    </span>
  );
}

/** Maximum number of applications listed. */
const MAX_APPS = 4;

function StepText({ step, steps }: { step: Step; steps: CartSteps | null }): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const names = useAppNames();
  const apps = useMemo(() => steps?.apps.toSorted((a, b) => b.installed - a.installed) ?? [], [steps]);
  if (steps === null || step === 'sheet') return <p className="dim">{t(`next.${step}.text`)}</p>;
  if (step === 'kiosk') {
    return (
      <>
        {steps.inKiosk > 0 && (
          <p>
            {t('next.kiosk.on', { count: steps.inKiosk, total: steps.total })}{' '}
            {steps.kioskApp !== null && <b>{names.nameOf(steps.kioskApp)}</b>}
          </p>
        )}
        {steps.queued > 0 && <p className="dim">{t('next.queuedFor', { count: steps.queued })}</p>}
        {steps.inKiosk + steps.queued === 0 && <p className="dim">{t('next.kiosk.text')}</p>}
      </>
    );
  }
  if (apps.length === 0 && steps.queued > 0)
    return <p className="dim">{t('next.queuedFor', { count: steps.queued })}</p>;
  if (apps.length === 0) return <p className="dim">{t('next.apps.text')}</p>;
  return (
    <ul className="stack">
      {apps.slice(0, MAX_APPS).map(({ packageName, installed }) => (
        <li key={packageName} className="row">
          <ItemMark
            item={names.itemOf(packageName) ?? { apk: null, name: packageName, kind: 'application' }}
          />
          <span className="stack close breaks">
            <b>{names.nameOf(packageName)}</b>
            <small className="faint">{t('next.apps.on', { count: installed, total: steps.total })}</small>
          </span>
        </li>
      ))}
      {apps.length > MAX_APPS && (
        <li className="small faint">{t('next.apps.more', { count: apps.length - MAX_APPS })}</li>
      )}
    </ul>
  );
}
