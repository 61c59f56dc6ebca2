import { useEffect, useMemo, useState } from 'react';

import { importSlots, type SlotFault } from '../../../shared/contract/enrolment/carts.ts';
import { parseCsv, type Csv } from '../../../shared/domain/kernel/csv.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import {
  FIELDS,
  guessMapping,
  rowsOf,
  toStationCsv,
  type Field,
  type FileRow,
  type Mapping,
} from './columns.ts';
import { textOfFile, type NoText } from './file-text.ts';

/** A loaded file, and its columns. */
type Loaded = { readonly name: string; readonly csv: Csv; readonly mapping: Mapping };

/** The station's result for the file. */
type Checked = { readonly text: string; readonly count: number; readonly faults: readonly SlotFault[] };

/** The created slots. */
export type CreatedSlots = { readonly count: number; readonly carts: readonly string[] };

/** An import of slots in progress. */
export type Import = {
  readonly file: Loaded | null;
  readonly noText: NoText | null;
  readonly rows: readonly FileRow[];
  /** Null while the station checks it. */
  readonly checked: Checked | null;
  readonly refusal: Refusal | null;
  readonly isMaking: boolean;
  readonly made: CreatedSlots | null;
  readonly read: (file: File) => Promise<void>;
  readonly map: (field: Field, column: number | null) => void;
  readonly make: () => Promise<void>;
  readonly clear: () => void;
};

/** Loads a file, has the station check it, and creates its slots if nothing is wrong. */
export function useImport(): Import {
  const [file, setFile] = useState<Loaded | null>(null);
  const [noText, setNoText] = useState<NoText | null>(null);
  const [answer, setAnswer] = useState<Checked | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<CreatedSlots | null>(null);
  const rows = useMemo(() => (file === null ? [] : rowsOf(file.csv, file.mapping)), [file]);
  const text = useMemo(() => (file === null ? null : toStationCsv(rows, file.mapping)), [file, rows]);

  useCheck(text, setAnswer, setRefusal);
  const checked = answer?.text === text ? answer : null;
  return {
    file,
    noText,
    rows,
    checked,
    refusal,
    isMaking,
    made,
    read: async (picked) => {
      const read = textOfFile(new Uint8Array(await picked.arrayBuffer()));
      setMade(null);
      setRefusal(null);
      setNoText('fault' in read ? read.fault : null);
      if ('fault' in read) return setFile(null);
      const csv = parseCsv(read.text);
      setFile({ name: picked.name, csv, mapping: guessMapping(csv.header) });
    },
    map: (field, column) =>
      setFile((before) =>
        before === null ? null : { ...before, mapping: withColumn(before.mapping, field, column) },
      ),
    make: async () => {
      if (text === null || checked === null || checked.faults.length > 0) return;
      setMaking(true);
      const outcome = await call(importSlots, { body: { csv: text } });
      setMaking(false);
      if (isRefused(outcome)) return setRefusal(outcome);
      const { items, faults, count } = outcome.reply;
      // A name may have been used elsewhere since the check.
      if (faults.length > 0) return setAnswer({ text, count, faults });
      await untilListed(items.map(({ id }) => id));
      setMade({ count: items.length, carts: [...new Set(rows.map(({ cells }) => cells.cart))] });
      setFile(null);
    },
    clear: () => {
      setFile(null);
      setMade(null);
      setNoText(null);
      setRefusal(null);
    },
  };
}

/** Has the station check the file again whenever its columns are reassigned. */
function useCheck(
  text: string | null,
  setAnswer: (checked: Checked) => void,
  setRefusal: (refusal: Refusal | null) => void,
): void {
  useEffect(() => {
    if (text === null) return;
    const controller = new AbortController();
    const body = { csv: text, check: true };
    void call(importSlots, { body, signal: controller.signal }).then((outcome) => {
      if (controller.signal.aborted) return;
      setRefusal(isRefused(outcome) ? outcome : null);
      if (!isRefused(outcome)) setAnswer({ text, ...outcome.reply });
    });
    return () => controller.abort();
  }, [text, setAnswer, setRefusal]);
}

/** A column has one meaning: assigning it again clears the previous one. */
function withColumn(mapping: Mapping, field: Field, column: number | null): Mapping {
  const other = FIELDS.find((each) => mapping[each] === column && column !== null);
  return { ...mapping, ...(other === undefined ? {} : { [other]: null }), [field]: column };
}

/** Waits until the feed contains these slots. */
function untilListed(ids: readonly string[]): Promise<void> {
  const hasAll = (): boolean => ids.every((id) => useFleet.getState().byId[id] !== undefined);
  return new Promise((resolve) => {
    if (hasAll()) return resolve();
    const stop = useFleet.subscribe(() => {
      if (!hasAll()) return;
      stop();
      resolve();
    });
  });
}
