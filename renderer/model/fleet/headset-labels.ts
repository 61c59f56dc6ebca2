import { useTranslation } from 'react-i18next';

import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { heardAtMs, isStale, type StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';
import { useFigures } from '../../copy/figures.ts';
import { useStateWords } from '../../copy/state-words.ts';
import { contentName, useAppName } from '../content/use-app-names.ts';
import { useFleet, useHeadset, useHeadsetState } from './fleet-store.ts';
import { useDriftWords } from './use-drift-words.ts';

/** Texts and figures of a headset for tile and row. */
export type HeadsetWords = {
  readonly headset: Headset;
  readonly state: StateOfHeadset;
  readonly name: string;
  readonly model: string;
  readonly says: string;
  /** What happened and the next step, as a sentence. */
  readonly step: string;
  /** "92%", or "–" if never reported. */
  readonly charge: string;
  /** The word before that figure, for screen readers. */
  readonly battery: string;
  readonly isOld: boolean;
  /** The app in the foreground, by the end of its package name; empty for none. */
  readonly running: string;
};

/** Returns the texts of one headset, recomputed only when something shown changes; null once it is removed. */
export function useHeadsetWords(id: string): HeadsetWords | null {
  const { t } = useTranslation(['fleet', 'common']);
  const figures = useFigures();
  const words = useStateWords();
  const headset = useHeadset(id);
  const state = useHeadsetState(id);
  const drift = useDriftWords(state?.state === 'drifted');
  const isOld = useFleet((fleet) => {
    const known = fleet.byId[id];
    return known !== undefined && isStale(known, fleet.nowMs);
  });
  const running = useAppName(headset?.runningPackage ?? null);
  if (headset === undefined || state === undefined) return null;

  const { nowMs } = useFleet.getState();
  const name = headset.label ?? t('common:unnamed');
  const told = withNames(state);
  const isDrifted = state.state === 'drifted' && drift !== null;
  const says = isDrifted ? drift.says(headset, state.path) : words.says(told, nowMs);
  const step = isDrifted ? drift.step(headset, state.path) : words.step(told, nowMs);
  const level = headset.battery?.level ?? null;
  const charge = level === null ? '–' : figures.percent(level / 100);
  return {
    headset,
    state,
    name,
    model: headset.model ?? '',
    says,
    step,
    charge,
    battery: t('battery'),
    isOld,
    running,
  };
}

/** Returns the same with the names of contents and apps. */
function withNames(state: StateOfHeadset): StateOfHeadset {
  if (state.state === 'inUse') return { ...state, packageName: contentName(state.packageName) };
  if (state.state === 'applying' || (state.state === 'failed' && state.what === 'content'))
    return state.fileName === null ? state : { ...state, fileName: contentName(state.fileName) };
  return state;
}

/** Returns how long ago a headset was last seen, in the largest whole unit; re-renders only when that changes. */
export function useHeard(id: string): string {
  const figures = useFigures();
  return useFleet((fleet) => {
    const headset = fleet.byId[id];
    const heard = headset === undefined ? null : heardAtMs(headset);
    return heard === null ? '–' : figures.duration(fleet.nowMs - heard);
  });
}
