import type { AfterCommit } from '../../store/after-commit.ts';
import type { LargeChange } from '../../store/large-change.ts';
import type { Records } from './records.ts';
import type { DeviceColumn } from './store.ts';

/** How a record is changed: at once inside a transaction, or as a part of a large change. */
export type Changing = {
  /** Writes one column; JSON columns take JSON text. */
  readonly set: (key: number, column: DeviceColumn, value: string | null) => void;
  /** Writes which reported contents are to be forgotten, as JSON text. */
  readonly forget: (key: number, orders: string) => void;
  readonly afterCommit: AfterCommit;
};

/** Changes inside the caller's transaction. */
export function changingNow(records: Records, afterCommit: AfterCommit): Changing {
  return { set: records.devices.set, forget: records.reports.setForgotten, afterCommit };
}

/** Changes as a part of a large change. */
export function changingIn(records: Records, change: LargeChange): Changing {
  const set: Changing['set'] = (key, column, value) => records.devices.setIn(change, key, column, value);
  const forget: Changing['forget'] = (key, orders) => records.reports.setForgottenIn(change, key, orders);
  return { set, forget, afterCommit: change.afterCommit };
}
