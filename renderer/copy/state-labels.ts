import i18next, { type TFunction } from 'i18next';

import type { StateOfHeadset } from '../../shared/domain/devices/headset-state.ts';
import { figuresIn, type Formatters } from './format.ts';
import { useLanguage, type Language } from './language.ts';

/** A state in words. `nowMs` decides between a clock time and a day. */
export type StateLabels = {
  /** The detail, as short as a tile: "Storage 97% full". */
  says(state: StateOfHeadset, nowMs: number): string;
  /** The event and the next step, as a sentence. */
  step(state: StateOfHeadset, nowMs: number): string;
};

/** Returns the labels of states in the current language. */
export function useStateLabels(): StateLabels {
  const language = useLanguage();
  const known =
    wordsIn.get(language) ?? stateText(i18next.getFixedT(language, 'common'), figuresIn(language));
  wordsIn.set(language, known);
  return known;
}

/** Created once per language, because every row of the fleet uses them. */
const wordsIn = new Map<Language, StateLabels>();

/** Returns the labels of states, with `t` of the namespace `common`. */
export function stateText(t: TFunction<'common'>, format: Formatters): StateLabels {
  return {
    says: (state, nowMs) => says(state, nowMs, t, format),
    step: (state, nowMs) => step(state, nowMs, t, format),
  };
}

function says(state: StateOfHeadset, nowMs: number, t: TFunction<'common'>, format: Formatters): string {
  switch (state.state) {
    case 'failed':
      return t(state.what === 'profile' ? 'says.profile' : 'says.failed');
    case 'offline':
      if (state.cable !== null) return t(`says.${state.cable}`, { station: state.heldBy ?? '' });
      return state.lastSeenAtMs === null
        ? t('says.offlineNever')
        : t(format.isToday(state.lastSeenAtMs, nowMs) ? 'says.offline' : 'says.offlineDay', {
            when: format.when(state.lastSeenAtMs, nowMs),
          });
    case 'applying':
      if (state.fileName === null) return t('says.applying');
      return state.progress === null
        ? t('says.awaited')
        : t('says.loading', { percent: format.percent(state.progress) });
    case 'attention':
      return t('says.attention', { percent: format.percent(state.usedShare) });
    case 'lowBattery':
      return t('says.lowBattery');
    case 'inUse':
      return t('says.inUse');
    case 'archived':
    case 'drifted':
    case 'waiting':
    case 'enrolled':
    case 'queued':
    case 'ready':
      return t(`state.${state.state}`);
  }
}

function step(state: StateOfHeadset, nowMs: number, t: TFunction<'common'>, format: Formatters): string {
  switch (state.state) {
    case 'failed':
      if (state.what === 'profile') return t('step.profile');
      return state.fileName === '' ? t('step.failedUnnamed') : t('step.failed', { file: state.fileName });
    case 'offline':
      if (state.cable !== null) return t(`step.${state.cable}`, { station: state.heldBy ?? '' });
      return state.lastSeenAtMs === null
        ? t('step.offlineNever')
        : t(format.isToday(state.lastSeenAtMs, nowMs) ? 'step.offline' : 'step.offlineDay', {
            when: format.when(state.lastSeenAtMs, nowMs),
          });
    case 'applying':
      if (state.fileName === null) return t('step.applying');
      return state.progress === null
        ? t('step.awaited', { file: state.fileName })
        : t('step.loading', { file: state.fileName, percent: format.percent(state.progress) });
    case 'attention':
      return t('step.attention', { percent: format.percent(state.usedShare) });
    case 'lowBattery':
      return t('step.lowBattery', { percent: format.percent(state.level / 100) });
    case 'inUse':
      return t('step.inUse', { app: state.packageName });
    case 'archived':
    case 'drifted':
    case 'waiting':
    case 'enrolled':
    case 'queued':
    case 'ready':
      return t(`step.${state.state}`);
  }
}
