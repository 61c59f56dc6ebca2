import { useTranslation } from 'react-i18next';

import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { lastSeenAtMs, isStale, type StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';
import { useFormat } from '../../copy/format.ts';
import { useStateLabels } from '../../copy/state-labels.ts';
import { contentName, useAppName } from '../content/use-app-names.ts';
import { useFleet, useHeadset, useHeadsetState } from './fleet-store.ts';
import { useDriftLabels } from '../labels/use-drift-labels.ts';

/** Texts and figures of a headset for tile and row. */
export type HeadsetLabels = {
  readonly headset: Headset;
  readonly state: StateOfHeadset;
  readonly name: string;
  readonly model: string;
  readonly text: string;
  /** The event and the next step, as a sentence. */
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
export function useHeadsetLabels(id: string): HeadsetLabels | null {
  const { t } = useTranslation(['fleet', 'common']);
  const format = useFormat();
  const labels = useStateLabels();
  const headset = useHeadset(id);
  const state = useHeadsetState(id);
  const drift = useDriftLabels(state?.state === 'drifted');
  const isOld = useFleet((fleet) => {
    const known = fleet.byId[id];
    return known !== undefined && isStale(known, fleet.nowMs);
  });
  const running = useAppName(headset?.runningPackage ?? null);
  if (headset === undefined || state === undefined) return null;

  const { nowMs } = useFleet.getState();
  const name = headset.label ?? t('common:unnamed');
  const received = withNames(state);
  const isDrifted = state.state === 'drifted' && drift !== null;
  const text = isDrifted ? drift.text(headset, state.path) : labels.says(received, nowMs);
  const isEmpty = state.state === 'ready' && headset.settingsRevision === 0;
  const usual = isEmpty ? t('common:step.readyEmpty') : labels.step(received, nowMs);
  const step = isDrifted ? drift.step(headset, state.path) : usual;
  const level = headset.battery?.level ?? null;
  const charge = level === null ? '–' : format.percent(level / 100);
  return {
    headset,
    state,
    name,
    model: headset.model ?? '',
    text,
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
export function useLastSeen(id: string): string {
  const format = useFormat();
  return useFleet((fleet) => {
    const headset = fleet.byId[id];
    const received = headset === undefined ? null : lastSeenAtMs(headset);
    return received === null ? '–' : format.duration(fleet.nowMs - received);
  });
}
