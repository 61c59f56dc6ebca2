import { IconDeviceVisionPro } from '@tabler/icons-react';
import { memo } from 'react';

import type { ClassResult } from '../../../shared/contract/classroom/class-run.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { isRefusal, isSettled, type Presence, presenceOf, shownResult } from '../state/class-board.ts';
import { isStale, type StateOfHeadset } from '../../../shared/domain/devices/headset-state.ts';
import { BatteryGlyph } from '../../ui/headset/battery-glyph.tsx';
import { type GlyphState, StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useAppName, capitalised } from '../../model/content/use-app-names.ts';
import { useFleet, useHeadset, useHeadsetState } from '../../model/fleet/fleet-store.ts';
import { SmallPicture, useViews } from '../../devices/index.ts';
import { useLessonMemory } from '../lessons/lesson-memory.ts';
import { actionableOf, stageText, type TileLabels } from '../state/class-labels.ts';

type Props = {
  elementId: string;
  id: string;
  /** One object for all tiles, so that a thousand of them do not look the texts up one by one. */
  labels: TileLabels;
  app: { readonly packageName: string; readonly name: string } | null;
  /** The result of the action that the board shows. */
  result: ClassResult | null;
  isStart: boolean;
  /** True in attention mode. */
  isInAttention: boolean;
  /** Null if headsets cannot be selected. */
  isChosen: boolean | null;
  /** True if the keyboard acts on it. */
  isActive: boolean;
  /** `usual`: high enough for a result in two lines. */
  size: 'low' | 'usual' | 'large';
  /** True if some name of the wall needs smaller type and two lines: all of them have the same. */
  isLong: boolean;
  /** True if its view is behind its name and state. */
  isViewed: boolean;
  /** Its position in the class, from 1. */
  position: number;
  setSize: number;
  onPress: (id: string) => void;
};

/** One headset of the class: its number, activity, charge, whether it is worn, and the result of the action. */
export const PupilTile = memo(function PupilTile(props: Props): React.JSX.Element | null {
  const { id, app, isChosen, isInAttention, onPress, labels } = props;
  const { t } = labels;
  const headset = useHeadset(id);
  const state = useHeadsetState(id);
  const running = capitalised(useAppName(headset?.runningPackage ?? null));
  const isOld = useFleet((fleet) => {
    const known = fleet.byId[id];
    return known !== undefined && isStale(known, fleet.nowMs);
  });
  // A headset that cannot show its view keeps its usual tile.
  const isViewed = useViews(({ byId }) => byId[id]?.state !== 'unsupported') && props.isViewed;
  const student = useLessonMemory((memory) => memory.names[id]);
  // Re-renders the tile at that moment.
  useFleet((fleet) => props.result !== null && isSettled(props.result, fleet.nowMs));
  if (headset === undefined || state === undefined) return null;
  const { nowMs } = useFleet.getState();
  const presence = presenceOf(headset, {
    state: state.state,
    nowMs,
    packageName: app?.packageName ?? null,
  });
  const isAway = presence === 'away';
  const isOver = props.isStart && presence === 'inApp' && props.result?.stage === 'failed';
  const result = isOver ? null : shownResult(props.result, { presence, nowMs });
  // A headset in the room that needs its cable is not missing.
  const needsCable = isAway && state.state === 'offline' && state.cable !== null;
  const doing = needsCable
    ? labels.states.says(state, nowMs)
    : presence === 'inApp'
      ? (app?.name ?? '')
      : presence === 'here' && headset.runningPackage !== null
        ? running
        : t(`presence.${presence}`);
  const problem = isAway ? null : actionableOf(state);
  const now = problem === null ? (isInAttention && !isAway ? t('attentionMode') : doing) : null;
  const stage = stageText(result, { labels, isStart: props.isStart, nowMs });
  // What failed is for the technician, but it is no plain headset on the table.
  const idle = state.state === 'failed' && presence === 'onTable' ? t('problem.failed') : now;
  const statusText = stage ?? idle ?? t(`problem.${problem ?? 'lowBattery'}`);
  const tint = stage === null ? tintOf(state, presence) : stageTint(result);
  const name = headset.label ?? labels.unnamed;
  return (
    <div
      id={props.elementId}
      className={`pupil ${tint} ${props.size} ${props.isLong ? 'long-name' : ''} ${props.isActive ? 'active' : ''} ${isViewed ? 'viewed' : ''} ${stage === null && !isAway ? '' : 'told'}`}
      role="option"
      data-id={id}
      // People who can only view cannot select.
      aria-selected={isChosen ?? false}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      title={[name, stage, labels.states.says(state, nowMs)].filter(Boolean).join(' · ')}
      onClick={isChosen === null && !props.isViewed ? undefined : () => onPress(id)}
    >
      {isViewed && <SmallPicture id={id} />}
      <span className="no">
        {name}
        {student !== undefined && <span className="student dim"> {student}</span>}
      </span>
      <StateGlyph state={glyphOf(state, presence, result)} />
      <span className="says dim whole cut">{statusText}</span>
      <Foot headset={headset} labels={labels} isAway={isAway} isOld={isOld || isAway} />
    </div>
  );
});

type FootProps = { headset: Headset; labels: TileLabels; isAway: boolean; isOld: boolean };

function Foot({ headset, labels, isAway, isOld }: FootProps): React.JSX.Element {
  const level = headset.battery?.level ?? null;
  return (
    <span className="pupil-foot row spread whole">
      <BatteryGlyph
        level={level}
        isCharging={headset.battery?.isCharging === true}
        isOld={isOld}
        figure={level === null ? '–' : labels.format.percent(level / 100)}
        label={labels.battery}
      />
      {/* Whether it is worn is known of those that are there. */}
      {headset.worn === true && !isAway && (
        <span className="row">
          <IconDeviceVisionPro className="i faint" aria-hidden="true" />
          <span className="sr">{labels.t('worn')}</span>
        </span>
      )}
    </span>
  );
}

function tintOf(state: StateOfHeadset, presence: Presence): string {
  if (presence === 'away') return 'away';
  if (actionableOf(state) !== null) return 'warn';
  return presence === 'onTable' ? 'idle' : '';
}

function stageTint(result: ClassResult | null): string {
  // Red is for what needs somebody: a headset that refused shows for a minute why.
  if (result?.stage === 'failed') return isRefusal(result) ? 'warn' : 'bad';
  return result?.stage === 'absent' ? 'away' : '';
}

function glyphOf({ state }: StateOfHeadset, presence: Presence, result: ClassResult | null): GlyphState {
  if (result?.stage === 'failed') return isRefusal(result) ? 'attention' : 'failed';
  if (result?.stage === 'absent') return 'offline';
  if (result?.stage === 'sent' || result?.stage === 'delivered') return 'applying';
  if (result?.stage === 'done') return 'ready';
  if (presence === 'away') return 'offline';
  if (presence === 'inApp') return 'inUse';
  // As Fleet shows it, so that nothing looks confirmed here that is not.
  return state;
}
