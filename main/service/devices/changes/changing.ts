import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { LargeChange } from '../../kernel/store/large-change.ts';
import type { Act } from '../history/act.ts';
import { type Field, FIELDS } from '../history/paths.ts';
import type { ChangeRecorder } from '../history/journal.ts';
import type { Records } from '../records/records.ts';
import type { DeviceColumn, DeviceRecord } from '../registry/store.ts';

/** How a record is changed: directly inside a transaction, or as a part of a large change. */
export type Changing = {
  /**
   * Writes one column of a record as it was read; JSON columns take JSON text. Desired state is recorded in the
   * history.
   */
  readonly set: (record: DeviceRecord, column: DeviceColumn, value: string | null) => void;
  /** Writes the orders to discard reports, as JSON text. */
  readonly discardReports: (key: number, orders: string) => void;
  readonly afterCommit: AfterCommit;
  /** Returns the change in the history of an organisation, once something was written. */
  readonly changeId: (enterpriseId: string) => string | undefined;
};

/** Changes inside the caller's transaction. */
export function changingNow(records: Records, afterCommit: AfterCommit, act: Act): Changing {
  const recorder = records.journal.now(act);
  return {
    set(record, column, value) {
      noteIn(recorder, record, column, value);
      records.devices.set(record.key, column, value);
    },
    discardReports: records.reports.setForgotten,
    afterCommit,
    changeId: recorder.idOf,
  };
}

/** Changes as a part of a large change. */
export function changingIn(records: Records, change: LargeChange, act: Act): Changing {
  const recorder = records.journal.in(change, act);
  return {
    set(record, column, value) {
      noteIn(recorder, record, column, value);
      records.devices.setIn(change, record.key, column, value);
    },
    discardReports: (key, orders) => records.reports.setForgottenIn(change, key, orders),
    afterCommit: change.afterCommit,
    changeId: recorder.idOf,
  };
}

function noteIn(
  recorder: ChangeRecorder,
  record: DeviceRecord,
  column: DeviceColumn,
  value: string | null,
): void {
  if (isField(column)) recorder.note(record, column, record[column], value);
}

function isField(column: DeviceColumn): column is Field {
  return FIELDS.some((field) => field === column);
}
