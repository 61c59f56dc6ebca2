import { IconDeviceVisionPro } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import type { ClassResult } from '../../../shared/contract/class-run.ts';
import { isAwaited, type Presence, presenceOf } from '../../../shared/domain/class-board.ts';
import type { StateOfHeadset } from '../../../shared/domain/headset-state.ts';
import { useFigures } from '../../copy/figures.ts';
import { BatteryGlyph } from '../../ui/battery-glyph.tsx';
import { type GlyphState, StateGlyph } from '../../ui/state-glyph.tsx';
import { useFleet } from '../fleet/fleet-store.ts';
import { type HeadsetWords, useHeadsetWords } from '../fleet/headset-words.ts';
import { wordsOf } from './apps.ts';
import { problemOf, useReasonWords } from './class-words.ts';

type Props = {
  elementId: string;
  id: string;
  app: { readonly packageName: string; readonly name: string } | null;
  /** What became of the order that the board shows. */
  result: ClassResult | null;
  isStart: boolean;
  /** It was told to look up. */
  isLooking: boolean;
  /** Null where nothing can be chosen. */
  isChosen: boolean | null;
  /** The keys act on it. */
  isActive: boolean;
  isLarge: boolean;
  /** Its place in the class, from 1. */
  position: number;
  setSize: number;
  onPress: (id: string) => void;
};

/** One headset of the class: its number, what it does, its charge, whether it is worn, and whether the order reached it. */
export const PupilTile = memo(function PupilTile(props: Props): React.JSX.Element | null {
  const { id, app, result, isChosen, isLooking, onPress } = props;
  const { t } = useTranslation('class');
  const words = useHeadsetWords(id);
  const stage = useStageWords(result, props.isStart);
  if (words === null) return null;
  const { headset, state } = words;
  const presence = presenceOf(headset, state.state, app?.packageName ?? null);
  const doing =
    presence === 'inApp'
      ? (app?.name ?? '')
      : presence === 'here' && headset.runningPackage !== null
        ? wordsOf(headset.runningPackage)
        : t(`presence.${presence}`);
  const problem = presence === 'away' ? null : problemOf(state);
  const now = problem === null ? (isLooking && presence !== 'away' ? t('looking') : doing) : null;
  const says = stage ?? now ?? t(`problem.${problem ?? 'attention'}`);
  const tint = stage === null ? tintOf(state, presence) : stageTint(result);
  return (
    <div
      id={props.elementId}
      className={`pupil ${tint} ${props.isActive ? 'active' : ''} ${props.isLarge ? 'large' : ''}`}
      role="option"
      // Who only looks selects nothing.
      aria-selected={isChosen ?? false}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      title={`${words.name} · ${words.says}`}
      onClick={isChosen === null ? undefined : () => onPress(id)}
    >
      <span className="no cut">{words.name}</span>
      <StateGlyph state={glyphOf(state, presence, result)} />
      <span className="says cut">{says}</span>
      <Foot words={words} isAway={presence === 'away'} />
    </div>
  );
});

function Foot({ words, isAway }: { words: HeadsetWords; isAway: boolean }): React.JSX.Element {
  const { t } = useTranslation('class');
  const { headset } = words;
  return (
    <span className="pupil-foot">
      <BatteryGlyph
        level={headset.battery?.level ?? null}
        isCharging={headset.battery?.isCharging === true}
        isOld={words.isOld || isAway}
        figure={words.charge}
        label={words.battery}
      />
      {/* Whether it is worn is known of those that are there. */}
      {headset.worn === true && !isAway && (
        <span className="worn">
          <IconDeviceVisionPro aria-hidden="true" />
          <span className="sr">{t('worn')}</span>
        </span>
      )}
    </span>
  );
}

/** What the order did with this headset, in words; null where the board shows none. */
function useStageWords(result: ClassResult | null, isStart: boolean): string | null {
  const { t } = useTranslation('class');
  const figures = useFigures();
  const reason = useReasonWords();
  if (result === null) return null;
  const when = figures.clock(Date.parse(result.reachedAt ?? result.at));
  switch (result.stage) {
    case 'sent':
      return t('stage.sent');
    case 'delivered':
      return t(isStart ? 'stage.starting' : 'stage.delivered', { when });
    case 'done':
      return t('stage.done', { when });
    case 'absent':
      return t(isAwaited(result, useFleet.getState().nowMs) ? 'stage.waits' : 'stage.absent');
    case 'failed':
      return reason(result.reason);
  }
}

function tintOf(state: StateOfHeadset, presence: Presence): string {
  if (presence === 'away') return 'away';
  const problem = problemOf(state);
  if (problem !== null) return problem === 'failed' ? 'bad' : 'warn';
  return presence === 'onTable' ? 'idle' : '';
}

function stageTint(result: ClassResult | null): string {
  if (result?.stage === 'failed') return 'bad';
  return result?.stage === 'absent' ? 'away' : '';
}

function glyphOf({ state }: StateOfHeadset, presence: Presence, result: ClassResult | null): GlyphState {
  if (result?.stage === 'failed') return 'failed';
  if (result?.stage === 'absent') return 'offline';
  if (result?.stage === 'sent' || result?.stage === 'delivered') return 'applying';
  if (result?.stage === 'done') return 'ready';
  if (presence === 'away') return 'offline';
  return presence === 'inApp' ? 'inUse' : state;
}
