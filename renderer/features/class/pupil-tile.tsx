import { IconDeviceVisionPro } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

import type { ClassResult } from '../../../shared/contract/class-run.ts';
import { type Presence, presenceOf } from '../../../shared/domain/class-board.ts';
import type { StateOfHeadset } from '../../../shared/domain/headset-state.ts';
import { useFigures } from '../../copy/figures.ts';
import { BatteryGlyph } from '../../ui/battery-glyph.tsx';
import { type GlyphState, StateGlyph } from '../../ui/state-glyph.tsx';
import { useHeadsetWords } from '../fleet/headset-words.ts';
import { wordsOf } from './apps.ts';
import { useReasonWords } from './class-words.ts';

type Props = {
  id: string;
  app: { readonly packageName: string; readonly name: string } | null;
  /** What became of the order that the board shows. */
  result: ClassResult | null;
  isStart: boolean;
  isChosen: boolean;
  onPress: (id: string) => void;
};

/** One headset of the class: its number, what it does, its charge, whether it is worn, and whether the order reached it. */
export const PupilTile = memo(function PupilTile(props: Props): React.JSX.Element | null {
  const { id, app, result, isChosen, onPress } = props;
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
  const says = stage ?? (problem === null ? doing : t(`problem.${problem}`));
  const tint = stage === null ? tintOf(state, presence) : stageTint(result);
  return (
    <button
      type="button"
      className={`pupil ${tint}`}
      aria-pressed={isChosen}
      title={`${words.name} · ${words.says}`}
      onClick={() => onPress(id)}
    >
      <span className="no cut">{words.name}</span>
      <StateGlyph state={glyphOf(state, presence, result)} />
      <span className="says cut">{says}</span>
      <span className="pupil-foot">
        <BatteryGlyph
          level={headset.battery?.level ?? null}
          isCharging={headset.battery?.isCharging === true}
          isOld={words.isOld}
          figure={words.charge}
          label={words.battery}
        />
        {headset.worn === true && (
          <span className="worn">
            <IconDeviceVisionPro aria-hidden="true" />
            <span className="sr">{t('worn')}</span>
          </span>
        )}
      </span>
    </button>
  );
});

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
      return t('stage.absent');
    case 'failed':
      return reason(result.reason);
  }
}

/** What a teacher is told of a headset that needs somebody. */
const PROBLEMS = ['failed', 'attention', 'drifted', 'lowBattery'] as const;

function problemOf({ state }: StateOfHeadset): (typeof PROBLEMS)[number] | null {
  return PROBLEMS.find((each) => each === state) ?? null;
}

function tintOf({ state }: StateOfHeadset, presence: Presence): string {
  if (presence === 'away') return 'away';
  if (state === 'failed') return 'bad';
  if (state === 'attention' || state === 'drifted' || state === 'lowBattery') return 'warn';
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
