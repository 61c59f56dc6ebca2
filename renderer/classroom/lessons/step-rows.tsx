import { ActionIcon, Autocomplete, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import type { LessonStep } from '../../../shared/contract/classroom/lessons.ts';
import { type ClassApps, wordsOf } from '../state/apps.ts';
import { oneOf, typed } from '../../ui/controls/field-props.ts';

const KINDS = [
  'start',
  'stop',
  'look',
  'resume',
  'volume',
  'identify',
  'videoPause',
  'videoRestart',
  'powerOff',
] as const;
type Kind = (typeof KINDS)[number];

/** A button while it is edited. */
export type DraftStep = {
  readonly key: string;
  readonly label: string;
  readonly kind: Kind;
  readonly packageName: string;
  readonly volume: number;
  /** Its action, if this editor has no fields for it. */
  readonly kept: LessonStep['action'] | null;
};

const DEFAULT_VOLUME = 40;

/** Returns a new button, or an existing one for editing. */
export function aStep(step?: LessonStep): DraftStep {
  const action = step?.action ?? { do: 'start', packageName: '' };
  return {
    key: crypto.randomUUID(),
    label: step?.label ?? '',
    kind: KINDS.find((kind) => kind === action.do) ?? 'stop',
    kept: KINDS.some((kind) => kind === action.do) ? null : action,
    packageName: action.do === 'start' ? action.packageName : '',
    volume: action.do === 'volume' ? action.volume : DEFAULT_VOLUME,
  };
}

/** Returns true if a button has everything it needs: without a label it is named after its action. */
export function isComplete({ kind, packageName, kept }: DraftStep): boolean {
  return kept !== null || kind !== 'start' || packageName.trim() !== '';
}

/** Returns the buttons as stored. */
export function toSteps(steps: readonly DraftStep[], nameOf: (step: DraftStep) => string): LessonStep[] {
  return steps.map((step) => {
    const { kind, packageName, volume, kept } = step;
    const label = (step.label.trim() === '' ? nameOf(step) : step.label).slice(0, 64);
    if (kept !== null) return { label: label.trim(), action: kept };
    if (kind === 'start')
      return { label: label.trim(), action: { do: kind, packageName: packageName.trim() } };
    if (kind === 'volume') return { label: label.trim(), action: { do: kind, volume } };
    return { label: label.trim(), action: { do: kind } };
  });
}

type Props = {
  steps: readonly DraftStep[];
  apps: ClassApps;
  /** Returns the name of a button without a label. */
  nameOf: (step: DraftStep) => string;
  onChange: (steps: readonly DraftStep[]) => void;
};

/** The buttons of a lesson, in order, to rename, change, move and remove. */
export function StepRows({ steps, apps, nameOf, onChange }: Props): React.JSX.Element {
  const { t } = useTranslation(['class', 'common']);
  const change = (key: string, part: Partial<DraftStep>): void =>
    onChange(steps.map((each) => (each.key === key ? { ...each, ...part } : each)));
  const move = (at: number, by: number): void => {
    const next = [...steps];
    next.splice(at + by, 0, ...next.splice(at, 1));
    onChange(next);
  };
  return (
    <ol className="panel step-rows rows" aria-label={t('lesson.buttons')}>
      {steps.length === 0 && <li className="dim">{t('lesson.noButtons')}</li>}
      {steps.map((step, at) => (
        <li key={step.key}>
          <TextInput
            label={t('lesson.label', { number: at + 1 })}
            maxLength={64}
            placeholder={nameOf(step)}
            {...typed(step.label, (label) => change(step.key, { label }))}
          />
          <NativeSelect
            label={t('lesson.does')}
            data={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
            {...oneOf(KINDS, step.kind, (kind) => change(step.key, { kind, kept: null }))}
          />
          <Particular step={step} apps={apps} onChange={(part) => change(step.key, part)} />
          <span className="step-tools row tight">
            <Tool label={t('lesson.up')} why={at === 0 && t('common:why.first')} onClick={() => move(at, -1)}>
              <IconArrowUp className="i s" aria-hidden="true" />
            </Tool>
            <Tool
              label={t('lesson.down')}
              why={at === steps.length - 1 && t('common:why.last')}
              onClick={() => move(at, 1)}
            >
              <IconArrowDown className="i s" aria-hidden="true" />
            </Tool>
            <Tool
              label={t('lesson.removeButton')}
              onClick={() => onChange(steps.filter(({ key }) => key !== step.key))}
            >
              <IconTrash className="i s" aria-hidden="true" />
            </Tool>
          </span>
        </li>
      ))}
    </ol>
  );
}

type ParticularProps = {
  step: DraftStep;
  apps: ClassApps;
  onChange: (part: Partial<DraftStep>) => void;
};

function Particular({ step, apps, onChange }: ParticularProps): React.JSX.Element {
  const { t } = useTranslation('class');
  if (step.kind === 'start') return <AppField step={step} apps={apps} onChange={onChange} />;
  if (step.kind !== 'volume') return <span />;
  return (
    <NumberInput
      label={t('lesson.volume')}
      min={0}
      max={100}
      clampBehavior="strict"
      allowDecimal={false}
      value={step.volume}
      onChange={(volume) => onChange({ volume: typeof volume === 'number' ? volume : DEFAULT_VOLUME })}
    />
  );
}

/** The app that a button starts: chosen by name, or its package typed; and whether the class has it. */
function AppField({ step, apps, onChange }: ParticularProps): React.JSX.Element {
  const { t } = useTranslation('class');
  const packageName = step.packageName.trim();
  const count = apps.counts?.get(packageName) ?? 0;
  const nameOf = (of: string): string =>
    apps.list.find((each) => each.packageName === of)?.name ?? wordsOf(of);
  const isNowhere = packageName !== '' && apps.counts !== null && count === 0;
  return (
    <Autocomplete
      label={t('lesson.app')}
      data={apps.list.map((each) => each.packageName)}
      value={step.packageName}
      comboboxProps={{ shadow: 'none' }}
      renderOption={({ option }) => (
        <span className="grid close">
          <b>{nameOf(option.value)}</b>
          <span className="small faint">{option.value}</span>
        </span>
      )}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={
        isNowhere ? (
          <span className="s-attention">{t('lesson.nowhere')}</span>
        ) : count > 0 ? (
          t('lesson.appOn', { count, app: nameOf(packageName) })
        ) : undefined
      }
      onChange={(value) => onChange({ packageName: value })}
    />
  );
}

type ToolProps = { label: string; why?: string | false; onClick: () => void; children: React.ReactNode };

function Tool({ label, why = false, onClick, children }: ToolProps): React.JSX.Element {
  return (
    <ActionIcon
      variant="subtle"
      className="icon-control"
      aria-label={label}
      title={label}
      {...blockedBy(why)}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
