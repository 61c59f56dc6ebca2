import { contentName } from '../../model/content/use-app-names.ts';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { nameOf, profileProblem, type Slot } from '../cart/cart-progress.ts';
import { elapsed } from '../cart/elapsed.ts';

/** Maximum number of names; more become "… and 5 more". */
const NAMES_SHOWN = 3;

/** Texts that several parts of Enrol share. */
export type EnrolLabels = {
  /** "38 s", "19 min 40 s", "1 h 05 min". */
  readonly time: (ms: number) => string;
  /** "about 11 min": whole minutes from a minute on. */
  readonly roughTime: (ms: number) => string;
  /** "A-03, A-05 and A-07", or the first three and how many more. */
  readonly names: (slots: readonly Slot[]) => string;
  /** Description of a slot's state, and what to do if anything is needed. */
  readonly text: (slot: Slot) => string;
};

/** Returns the texts in the current language. */
export function useEnrolLabels(): EnrolLabels {
  const { t } = useTranslation('enrol');
  const format = useFormat();
  return useMemo(() => {
    const time = (ms: number): string => {
      const { hours, minutes, seconds } = elapsed(ms);
      if (hours > 0) return t('time.hoursMinutes', { hours, minutes: String(minutes).padStart(2, '0') });
      if (minutes === 0) return t('time.seconds', { seconds });
      return seconds === 0 ? t('time.minutes', { minutes }) : t('time.minutesSeconds', { minutes, seconds });
    };
    const text = (slot: Slot): string => {
      const { state } = slot;
      const lacking = state.state === 'failed' ? profileProblem(slot) : null;
      if (lacking !== null) return profileText(lacking, t);
      if (state.state === 'ready' && slot.headset.settingsRevision === 0) return t('says.readyEmpty');
      switch (state.state) {
        case 'applying':
          if (state.fileName === null) return t('says.applyingSettings');
          if (state.progress === null) return t('says.awaited', { file: contentName(state.fileName) });
          return t('says.applyingFile', {
            file: contentName(state.fileName),
            progress: format.percent(state.progress),
          });
        case 'attention':
          return t('says.attention', { used: format.percent(state.usedShare) });
        case 'lowBattery':
          return t('says.lowBattery', { level: format.percent(state.level / 100) });
        case 'failed':
          if (state.what === 'profile') return t('says.profile');
          return `${t('says.failed', { file: contentName(state.fileName) })} ${t('says.failedNext')}`;
        case 'offline': {
          const received =
            state.lastSeenAtMs === null
              ? t('says.offlineNever')
              : t('says.offline', { time: format.clock(state.lastSeenAtMs) });
          return `${received} ${t('says.offlineNext')}`;
        }
        case 'archived':
        case 'drifted':
        case 'waiting':
        case 'enrolled':
        case 'inUse':
        case 'queued':
        case 'ready':
          return t(`says.${state.state}`);
      }
    };
    return {
      time,
      roughTime: (ms) => (ms < 60_000 ? time(ms) : time(Math.round(ms / 60_000) * 60_000)),
      names: (slots) => {
        const names = slots.map((slot) => nameOf(slot.headset));
        if (names.length <= NAMES_SHOWN + 1) return format.list(names);
        const count = names.length - NAMES_SHOWN;
        return t('sentence.andMore', { names: names.slice(0, NAMES_SHOWN).join(', '), count });
      },
      text,
    };
  }, [t, format]);
}

function profileText(
  { name: profile, app }: NonNullable<ReturnType<typeof profileProblem>>,
  t: TFunction<'enrol'>,
): string {
  return app === null ? t('says.profileConflict', { profile }) : t('says.profileApp', { profile, app });
}
