import i18next, { type TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';

import type { ClassAction, ClassResult } from '../../../shared/contract/classroom/class-run.ts';
import { isAwaited } from './class-board.ts';
import type { StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';
import { type Formatters, useFormat } from '../../copy/format.ts';
import { type Language, useLanguage } from '../../copy/language.ts';
import { type StateLabels, useStateLabels } from '../../copy/state-labels.ts';
import { wordsOf } from './apps.ts';

/** Reasons with their own text. */
const KNOWN = [
  'NO_ANSWER',
  'NOT_INSTALLED',
  'KIOSK_MODE',
  'UNKNOWN_COMMAND',
  'NOT_SUPPORTED_OVER_ADB',
  'NOT_CONNECTED',
  'NOT_IN_FOREGROUND',
  'START_REFUSED',
  'NO_ACTIVITY',
] as const;

/** Returns why an action failed on a headset, in a few words. */
function reasonText(reason: string | null, t: TFunction<'class'>): string {
  const known = KNOWN.find((each) => each === reason);
  return t(`reason.${known ?? 'other'}`);
}

/** Texts of the tiles of a board. */
export type TileLabels = {
  readonly t: TFunction<'class'>;
  readonly format: Formatters;
  readonly states: StateLabels;
  /** For a headset without a name. */
  readonly unnamed: string;
  /** For screen readers. */
  readonly battery: string;
};

/** Created once per language: `useTranslation` costs more than the board itself. */
const tileLabelsIn = new Map<Language, TileLabels>();

/** Returns the texts of the tiles in the current language: the same object until it changes. */
export function useTileLabels(): TileLabels {
  const language = useLanguage();
  const format = useFormat();
  const states = useStateLabels();
  const known = tileLabelsIn.get(language);
  if (known !== undefined) return known;
  const unnamed = i18next.getFixedT(language, 'common')('unnamed');
  const battery = i18next.getFixedT(language, 'fleet')('battery');
  const words = { t: i18next.getFixedT(language, 'class'), format, states, unnamed, battery };
  tileLabelsIn.set(language, words);
  return words;
}

type StageContext = { labels: TileLabels; isStart: boolean; nowMs: number };

/** Returns the result of an action on a headset, in words; null if there is none. */
export function stageText(
  result: ClassResult | null,
  { labels, isStart, nowMs }: StageContext,
): string | null {
  if (result === null) return null;
  const { t, format } = labels;
  const when = format.clock(Date.parse(result.reachedAt ?? result.at));
  switch (result.stage) {
    case 'sent':
      return t('stage.sent');
    case 'delivered':
      return t(isStart ? 'stage.starting' : 'stage.delivered', { when });
    case 'done':
      return t(isStart ? 'stage.started' : 'stage.done', { when });
    case 'absent':
      if (!isAwaited(result, nowMs)) return t('stage.absent');
      return t(isStart ? 'stage.startQueued' : 'stage.queued');
    case 'failed':
      return reasonText(result.reason, t);
  }
}

/** Returns the name of an action. */
export function useActionLabels(): (action: ClassAction) => string {
  const { t } = useTranslation('class');
  return (action) => {
    if (action.do === 'start') return t('action.start', { app: wordsOf(action.packageName) });
    if (action.do === 'volume') return t('action.volume', { volume: action.volume });
    if (action.do === 'brightness') return t('action.brightness', { brightness: action.brightness });
    if (action.do === 'video') return t('action.video', { title: action.title ?? action.contentId });
    return t(`action.${action.do}`);
  };
}

/** Joins names in a sentence: the first `most` of them, and the number of others. */
export function useNames(): (names: readonly string[], max: number) => string {
  const { t } = useTranslation('class');
  const format = useFormat();
  return (names, max) => {
    const rest = names.length - max;
    return format.list(rest > 0 ? [...names.slice(0, max), t('run.more', { count: rest })] : names);
  };
}

/** Problems of a headset that are shown to teachers. */
const PROBLEMS = ['failed', 'attention', 'drifted', 'lowBattery'] as const;

/** Returns the problem of a headset; null for none. */
export function problemOf({ state }: StateOfHeadset): (typeof PROBLEMS)[number] | null {
  return PROBLEMS.find((each) => each === state) ?? null;
}

/** Returns the problem of a headset that a teacher can do something about; null for none. */
export function actionableOf({ state }: StateOfHeadset): 'lowBattery' | null {
  return state === 'lowBattery' ? state : null;
}
