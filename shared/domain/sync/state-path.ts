import type { DesiredState, StatePath } from './desired.ts';

/** The value at a path; undefined where nothing stands. */
export function getAt(_state: DesiredState, _path: StatePath): unknown {
  throw new Error('Not written yet');
}

/** The state with this value at a path; undefined takes it away. */
export function setAt(_state: DesiredState, _path: StatePath, _value: unknown): DesiredState {
  throw new Error('Not written yet');
}
