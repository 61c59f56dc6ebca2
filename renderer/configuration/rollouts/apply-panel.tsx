import { Button, NumberInput, Switch } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { contract } from '../../../shared/contract/index.ts';
import type { Plan } from '../../../shared/contract/configuration/plans.ts';
import { useFigures } from '../../copy/figures.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import type { LivePlan } from './plan-store.ts';
import { WaveRail, type Wave } from './wave-rail.tsx';

/** The first waves; the rest follow in one. Source: design.md section 5, /station/plans. */
const FIRST_WAVES = [1, 5];

/** How long a headset that is away is waited for. */
const WAIT_HOURS = [1, 8, 24, 72] as const;

/** How it is sent: waves, when to stop, what becomes of headsets that are away; and the one button. */
export function ApplyPanel({ live, plan }: { live: LivePlan; plan: Plan }): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const apply = useApply(live, plan);
  const { options, change } = apply;
  const waves = wavesOf(plan, options.inWaves);
  const count = plan.counts.change;
  const planned = usePlannedWaves(plan, waves);
  // One to try it on, and more behind it: its name says where to look.
  const first = waves.length > 1 && waves[0] === 1 ? (planned[0]?.text ?? null) : null;
  useShortcuts({ 'ctrl enter': () => void apply.run() });
  return (
    <div className="stack plan-side">
      <section className="panel">
        <header>
          <h2>{t('configure:apply.waves')}</h2>
          <Switch
            className="end"
            aria-label={t('configure:apply.waves')}
            checked={options.inWaves}
            onChange={(event) => change({ inWaves: event.currentTarget.checked })}
          />
        </header>
        <WaveRail waves={planned} />
        <div className="option">
          <span id="stop-at">{t('configure:apply.stopAt')}</span>
          <NumberInput
            className="figure"
            aria-labelledby="stop-at"
            min={0}
            max={100}
            suffix=" %"
            hideControls
            value={options.stopAt}
            onChange={(value) => change({ stopAt: typeof value === 'number' ? value : 0 })}
          />
          <span className="small faint">{t('configure:apply.stopAtText')}</span>
        </div>
        <WhenAway options={options} change={change} />
        <div className="in stack">
          {apply.refusal !== null && <RefusalNote refusal={apply.refusal} />}
          {apply.hasMoved ? (
            <Button variant="filled" size="md" loading={apply.isBusy} onClick={() => void apply.makeAgain()}>
              {t('configure:apply.makeAgain')}
            </Button>
          ) : (
            <Button
              variant="filled"
              size="md"
              className="on-primary"
              disabled={count === 0}
              loading={apply.isBusy}
              rightSection={<KeyCap>{`${t('common:key.ctrl')} ${t('common:key.enter')}`}</KeyCap>}
              onClick={() => void apply.run()}
            >
              {first === null
                ? t('configure:apply.submit', { count: waves[0] ?? count })
                : t('configure:apply.submitFirst', { name: first })}
            </Button>
          )}
          <p className="small faint">{t('configure:apply.kept')}</p>
        </div>
      </section>
      <div className="note">
        <IconRefresh className="i s" aria-hidden="true" />
        <div className="small dim">{t('configure:apply.movedText')}</div>
      </div>
    </div>
  );
}

type Options = {
  readonly inWaves: boolean;
  readonly stopAt: number;
  /** How long a headset that is away is waited for, in hours; 0 leaves it out. */
  readonly waitHours: number;
};

type AwayProps = { options: Options; change: (part: Partial<Options>) => void };

function WhenAway({ options, change }: AwayProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const figures = useFigures();
  return (
    <div className="option stack">
      <span id="when-away">{t('apply.ifOffline')}</span>
      <div className="seg small" role="group" aria-labelledby="when-away">
        <button type="button" aria-pressed={options.waitHours === 0} onClick={() => change({ waitHours: 0 })}>
          {t('apply.skip')}
        </button>
        {WAIT_HOURS.map((hours) => (
          <button
            key={hours}
            type="button"
            aria-pressed={options.waitHours === hours}
            onClick={() => change({ waitHours: hours })}
          >
            {figures.duration(hours * 3_600_000)}
          </button>
        ))}
      </div>
    </div>
  );
}

type Apply = AwayProps & {
  readonly isBusy: boolean;
  readonly hasMoved: boolean;
  readonly refusal: Refusal | null;
  readonly run: () => Promise<void>;
  readonly makeAgain: () => Promise<void>;
};

function useApply(live: LivePlan, plan: Plan): Apply {
  const [, navigate] = useLocation();
  const [options, setOptions] = useState<Options>({ inWaves: true, stopAt: 20, waitHours: 24 });
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const hasMoved = plan.devices.some(({ isMoved }) => isMoved) || refusal?.refused === 'CONFLICT';

  const run = async (): Promise<void> => {
    if (isBusy || hasMoved || plan.counts.change === 0) return;
    setBusy(true);
    const { inWaves, stopAt, waitHours } = options;
    const outcome = await call(contract.applyPlan, {
      params: { planId: plan.id },
      body: {
        waves: inWaves ? FIRST_WAVES : [],
        stopAtFailedPercent: stopAt,
        ifOffline: waitHours === 0 ? 'skip' : 'wait',
        ...(waitHours === 0 ? {} : { waitUntil: new Date(Date.now() + waitHours * 3_600_000).toISOString() }),
      },
    });
    setBusy(false);
    if (isRefused(outcome)) return setRefusal(outcome);
    live.take(outcome.reply);
    live.readAgain();
  };

  const makeAgain = async (): Promise<void> => {
    setBusy(true);
    const outcome = await call(contract.renewPlan, { params: { planId: plan.id } });
    setBusy(false);
    if (isRefused(outcome)) setRefusal(outcome);
    else navigate(`/configure/plan/${outcome.reply.id}`, { replace: true });
  };
  return {
    options,
    change: (part) => setOptions((before) => ({ ...before, ...part })),
    isBusy,
    hasMoved,
    refusal,
    run,
    makeAgain,
  };
}

/** Sizes of the waves of what changes. */
function wavesOf(plan: Plan, inWaves: boolean): readonly number[] {
  const total = plan.counts.change;
  const sizes: number[] = [];
  let left = total;
  for (const size of inWaves ? [...FIRST_WAVES, total] : [total]) {
    const now = Math.min(size, left);
    if (now > 0) sizes.push(now);
    left -= now;
  }
  return sizes;
}

function usePlannedWaves(plan: Plan, sizes: readonly number[]): readonly Wave[] {
  const { t } = useTranslation(['configure', 'common']);
  const changing = plan.devices.filter(({ group }) => plan.groups[group]?.outcome === 'change');
  return sizes.map((size, index) => {
    const start = sizes.slice(0, index).reduce((sum, before) => sum + before, 0);
    const [first, last] = [changing[start], changing[start + size - 1]];
    const name = (device: typeof first): string => device?.label ?? t('common:unnamed');
    const isRest = index === sizes.length - 1 && sizes.length > 1;
    const text = isRest
      ? t('configure:wave.rest')
      : size === 1
        ? name(first)
        : t('configure:wave.from', { first: name(first), last: name(last) });
    return {
      number: index + 1,
      size,
      state: 'planned',
      confirmed: 0,
      failed: 0,
      text,
      bars: [],
    } satisfies Wave;
  });
}
