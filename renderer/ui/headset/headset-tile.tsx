import { memo, type MouseEvent } from 'react';

import './headset-tile.css';
import type { HeadsetState } from '../../../shared/domain/devices/headset-state.ts';
import { StateGlyph } from './state-glyph.tsx';

/** Tint of a tile: exceptions only. */
const TINT: Record<HeadsetState, string> = {
  archived: 'away',
  waiting: 'vacant',
  failed: 'bad',
  offline: 'away',
  enrolled: 'move',
  applying: 'move',
  queued: '',
  attention: 'warn',
  drifted: 'warn',
  lowBattery: 'warn',
  inUse: '',
  ready: '',
};

type Props = {
  /** Id of the element, for `aria-activedescendant`. */
  elementId: string;
  name: string;
  model: string;
  state: HeadsetState;
  /** Detail of the state: "Storage 97% full". */
  text: string;
  battery: React.ReactNode;
  running: string;
  /** Shown behind the model. */
  badge?: React.ReactNode;
  /** Null if headsets cannot be selected. */
  isSelected: boolean | null;
  isActive: boolean;
  position: number;
  setSize: number;
  onClick?: (event: MouseEvent) => void;
};

/**
 * One headset of the wall: name and state first, details, battery and the app in the foreground. An option of a
 * listbox.
 */
export const HeadsetTile = memo(function HeadsetTile(props: Props): React.JSX.Element {
  const { isSelected, isActive } = props;
  return (
    // The listbox handles the keyboard; the tile handles the pointer.
    <div
      id={props.elementId}
      role="option"
      className={`tile panel ${TINT[props.state]} ${isSelected === true ? 'sel' : ''} ${isActive ? 'active' : ''}`}
      aria-selected={isSelected ?? false}
      aria-posinset={props.position}
      aria-setsize={props.setSize}
      onClick={props.onClick}
    >
      <div className="name row snug">
        <span className="cut">{props.name}</span>
        {isSelected !== null && <span className={`tick ${isSelected ? 'on' : ''}`} data-tick />}
        <StateGlyph state={props.state} />
      </div>
      <div className="model small faint">
        <span className="cut" title={props.model}>
          {props.model}
        </span>
        {props.badge}
      </div>
      <div className="says clamp" title={props.text}>
        {props.text}
      </div>
      <div className="foot row">
        {props.battery}
        <span className="run small faint cut">{props.running}</span>
      </div>
    </div>
  );
});
