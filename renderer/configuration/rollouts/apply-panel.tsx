import { Button, NumberInput, Switch } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import { renewPlan, type Plan } from '../../../shared/contract/configuration/plans/plans.ts';
import { applyPlan } from '../../../shared/contract/configuration/plans/rollouts.ts';
import { useFormat } from '../../copy/format.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { useCountLabel } from '../../model/fleet/count-label.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import type { LivePlan } from './plan-store.ts';
import { WaveRail, type Wave } from './wave-rail.tsx';
import { useDraft } from '../editor/draft.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';
import { Segments } from '../../ui/controls/segments.tsx';
import { ticked } from '../../ui/controls/field-props.ts';

/** Share of headsets in the second wave, in percent; the first has one of each model, the third the rest. */
const SECOND_PERCENT = 10;

/** How long to wait for an offline headset, in hours. */
const WAIT_HOURS = [1, 8, 24, 72] as const;

/** How it is sent: waves, when to stop, offline headsets; and the one button. */
export function ApplyPanel({ live, plan }: { live: LivePlan; plan: Plan }): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const apply = useApply(live, plan);
  const { options, change } = apply;
  const ordered = useMemo(() => inOrder(plan), [plan]);
  const countLabel = useCountLabel();
  const changing = plan.devices.flatMap(({ id, group }) =>
    plan.groups[group]?.outcome === 'change' ? [id] : [],
  );
  const waves = wavesOf(ordered, options);
  const count = plan.counts.change;
  const planned = usePlannedWaves(plan, ordered, waves);
  // A single trial headset is named, so that people know where to look.
  const first = waves.length > 1 && waves[0] === 1 ? (planned[0]?.text ?? null) : null;
  useShortcuts({ 'ctrl enter': () => void apply.run() });
  return (
    <div className="stack wide wordy">
      <section className="panel">
        <header>
          <h2>{t('configure:apply.waves')}</h2>
          {waves.length > 0 && (
            <Switch
              className="end"
              aria-label={t('configure:apply.waves')}
              {...ticked(options.inWaves, (isOn) => change({ inWaves: isOn }))}
            />
          )}
        </header>
        {waves.length > 0 ? (
          <WaveRail waves={planned} />
        ) : (
          count > 0 && <p className="in dim">{t('configure:wave.none')}</p>
        )}
        {waves.length > 1 && <WaveOptions options={options} change={change} isThree={waves.length > 2} />}
        {waves.length > 0 && <StopAt options={options} change={change} />}
        <WhenAway options={options} change={change} />
        <div className="pad overlined stack">
          {apply.refusal !== null && <RefusalNote refusal={apply.refusal} />}
          {apply.hasMoved ? (
            <Button variant="filled" size="md" loading={apply.isBusy} onClick={() => void apply.recreate()}>
              {t('configure:apply.updatePreview')}
            </Button>
          ) : (
            <Button
              variant="filled"
              size="md"
              className="on-primary"
              {...blockedBy(count === 0 && t('configure:plan.nothing'))}
              loading={apply.isBusy}
              rightSection={<KeyCap>{`${t('common:key.ctrl')} ${t('common:key.enter')}`}</KeyCap>}
              onClick={() => void apply.run()}
            >
              {first !== null
                ? t('configure:apply.submitFirst', { name: first })
                : waves.length > 1
                  ? t('configure:apply.submitFirstMany', { count: waves[0] ?? 0 })
                  : t('configure:apply.submit', { what: countLabel(changing) })}
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

const DEFAULT_OPTIONS = {
  inWaves: true,
  secondPercent: SECOND_PERCENT,
  pausesAfterFirst: false,
  stopAt: 20,
  waitHours: 24,
};

type Options = {
  readonly inWaves: boolean;
  /** Share of all headsets in the second wave. */
  readonly secondPercent: number;
  /** True to ask a person before the second wave. */
  readonly pausesAfterFirst: boolean;
  readonly stopAt: number;
  /** How long to wait for an offline headset, in hours; 0 skips it. */
  readonly waitHours: number;
};

type WaveOptionsProps = AwayProps & { isThree: boolean };

function WaveOptions({ options, change, isThree }: WaveOptionsProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  return (
    <>
      {isThree && (
        <div className="pad overlined row wrap spread">
          <span id="second-wave">{t('apply.secondWave')}</span>
          <NumberInput
            className="short-field"
            aria-labelledby="second-wave"
            min={1}
            max={100}
            suffix=" %"
            hideControls
            value={options.secondPercent}
            onChange={(value) => change({ secondPercent: typeof value === 'number' ? value : 1 })}
          />
        </div>
      )}
      <div className="pad overlined stack top">
        <span id="next-wave">{t('apply.nextStarts')}</span>
        <Segments
          className="small"
          labelId="next-wave"
          value={options.pausesAfterFirst}
          options={[
            [false, t('apply.automatically')],
            [true, t('apply.whenConfirmed')],
          ]}
          onChange={(pausesAfterFirst) => change({ pausesAfterFirst })}
        />
      </div>
    </>
  );
}

/** The share of failures in a wave after which nothing more is sent. */
function StopAt({ options, change }: AwayProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  return (
    <div className="pad overlined row wrap">
      <span id="stop-at">{t('apply.stopAt')}</span>
      <NumberInput
        className="short-field"
        aria-labelledby="stop-at"
        min={0}
        max={100}
        suffix=" %"
        hideControls
        value={options.stopAt}
        onChange={(value) => change({ stopAt: typeof value === 'number' ? value : 0 })}
      />
      <span className="small faint">{t('apply.stopAtText')}</span>
    </div>
  );
}

type AwayProps = { options: Options; change: (part: Partial<Options>) => void };

function WhenAway({ options, change }: AwayProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  return (
    <div className="pad overlined stack top">
      <span id="when-away">{t('apply.ifOffline')}</span>
      <Segments
        className="small"
        labelId="when-away"
        value={options.waitHours}
        options={[
          [0, t('apply.skip')],
          ...WAIT_HOURS.map((hours) => [hours, format.duration(hours * 3_600_000)] as const),
        ]}
        onChange={(waitHours) => change({ waitHours })}
      />
    </div>
  );
}

type Apply = AwayProps & {
  readonly isBusy: boolean;
  readonly hasMoved: boolean;
  readonly refusal: Refusal | null;
  readonly run: () => Promise<void>;
  readonly recreate: () => Promise<void>;
};

function useApply(live: LivePlan, plan: Plan): Apply {
  const [, navigate] = useLocation();
  const [options, setOptions] = useState<Options>(DEFAULT_OPTIONS);
  const { isBusy, refusal, run: send } = useAction();
  const hasMoved = plan.devices.some(({ isMoved }) => isMoved) || refusal?.refused === 'CONFLICT';

  const run = async (): Promise<void> => {
    if (isBusy || hasMoved || plan.counts.change === 0) return;
    const { inWaves, stopAt, waitHours, pausesAfterFirst } = options;
    const sizes = wavesOf(inOrder(plan), options);
    const reply = await send(
      call(applyPlan, {
        params: { planId: plan.id },
        body: {
          waves: inWaves ? sizes.slice(0, -1) : [],
          order: 'oneOfEachModel',
          pauseAfter: inWaves && pausesAfterFirst && sizes.length > 1 ? [1] : [],
          stopAtFailedPercent: stopAt,
          ifOffline: waitHours === 0 ? 'skip' : 'wait',
          ...(waitHours === 0
            ? {}
            : { waitUntil: new Date(Date.now() + waitHours * 3_600_000).toISOString() }),
        },
      }),
    );
    if (reply === null) return;
    // What was edited is on its way: the next selection starts with nothing.
    if (plan.source.kind === 'settings') useDraft.getState().open({}, null);
    live.update(reply);
    live.readAgain();
  };

  const recreate = async (): Promise<void> => {
    const reply = await send(call(renewPlan, { params: { planId: plan.id } }));
    if (reply !== null) navigate(pageOfMadePlan(reply), { replace: true });
  };
  return {
    options,
    change: (part) => setOptions((before) => ({ ...before, ...part })),
    isBusy,
    hasMoved,
    refusal,
    run,
    recreate,
  };
}

type Device = Plan['devices'][number];
type Ordered = { readonly devices: readonly Device[]; readonly models: number };

/**
 * Returns the headsets of the waves, in the order in which the station fills them: one of each model first, connected
 * ones before the rest. Offline headsets are in no wave: they get the change when they are back.
 */
function inOrder(plan: Plan): Ordered {
  const reachable = plan.devices
    .filter((each) => plan.groups[each.group]?.outcome === 'change' && rank(each) < 2)
    .toSorted((a, b) => rank(a) - rank(b));
  const byModel = Map.groupBy(reachable, ({ group }) => plan.groups[group]?.model ?? null);
  const firsts = new Set([...byModel.values()].map(([first]) => first));
  const devices = reachable.toSorted((a, b) => Number(firsts.has(b)) - Number(firsts.has(a)));
  return { devices, models: Math.max(1, firsts.size) };
}

function rank({ reach }: Device): number {
  return reach === 'linked' ? 0 : reach === 'heard' ? 1 : 2;
}

/** Returns the sizes of the waves: one of each model, a share of all, the rest. */
function wavesOf({ devices, models }: Ordered, { inWaves, secondPercent }: Options): readonly number[] {
  const total = devices.length;
  const sizes: number[] = [];
  let left = total;
  const second = Math.ceil((total * secondPercent) / 100);
  for (const size of inWaves ? [models, second, total] : [total]) {
    const now = Math.min(size, left);
    if (now > 0) sizes.push(now);
    left -= now;
  }
  return sizes;
}

/** Maximum number of names in a line. */
const MAX_NAMES = 4;

function usePlannedWaves(
  plan: Plan,
  { devices, models }: Ordered,
  sizes: readonly number[],
): readonly Wave[] {
  const { t } = useTranslation(['configure', 'common']);
  const format = useFormat();
  const places = useMemo(() => new Map(plan.devices.map(({ id }, place) => [id, place])), [plan.devices]);
  const name = ({ label }: Device): string => label ?? t('common:unnamed');
  const namesOf = (wave: readonly Device[]): string => {
    if (wave.length <= MAX_NAMES) return format.list(wave.map(name));
    const names = wave.slice(0, MAX_NAMES - 1).map(name);
    return t('configure:wave.andMore', { names: names.join(', '), count: wave.length - names.length });
  };
  const textOf = (wave: readonly Device[], index: number): string => {
    if (index === sizes.length - 1 && sizes.length > 1) return t('configure:wave.rest');
    const isOneOfEach = index === 0 && models > 1 && wave.length === models;
    if (isOneOfEach) return t('configure:wave.oneOfEach', { names: namesOf(wave) });
    // "A-05 to A-09" only where no other headset is between them.
    const listed = wave.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0));
    const [first, last] = [listed[0], listed.at(-1)];
    const isRange =
      first !== undefined &&
      last !== undefined &&
      wave.length > 2 &&
      (places.get(last.id) ?? 0) - (places.get(first.id) ?? 0) + 1 === wave.length;
    return isRange ? t('configure:wave.from', { first: name(first), last: name(last) }) : namesOf(listed);
  };
  return sizes.map((size, index) => {
    const start = sizes.slice(0, index).reduce((sum, before) => sum + before, 0);
    return {
      number: index + 1,
      size,
      state: 'planned',
      confirmed: 0,
      failed: 0,
      text: textOf(devices.slice(start, start + size), index),
      bars: [],
    } satisfies Wave;
  });
}
