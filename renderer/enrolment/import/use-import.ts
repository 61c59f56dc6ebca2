import { useEffect, useState } from 'react';
import type { z } from 'zod';

import {
  importSlots,
  MAX_LIST_BYTES,
  SLOT_FIELDS,
  type SlotField,
} from '../../../shared/contract/enrolment/carts.ts';
import { byField, type SlotMapping } from '../../../shared/domain/enrolment/slot-columns.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { untilListed } from '../cart/use-cart-slots.ts';

/** A file and what a person said about it; what is absent is guessed by the station. */
type Wanted = {
  readonly name: string;
  /** In base64. */
  readonly file: string;
  readonly sheet?: string;
  readonly hasHeader?: boolean;
  readonly mapping?: SlotMapping;
};

/** What the station read. */
type Checked = z.output<typeof importSlots.reply>;

export type CreatedSlots = { readonly count: number; readonly carts: readonly string[] };

/** An import of slots in progress. */
export type Import = {
  readonly file: Wanted | null;
  readonly isTooLarge: boolean;
  /** The last result; null before the first. */
  readonly read: Checked | null;
  /** True while the result is not of the columns that are chosen now. */
  readonly isChecking: boolean;
  readonly refusal: Refusal | null;
  readonly isMaking: boolean;
  readonly made: CreatedSlots | null;
  readonly givesOwnSlot: boolean;
  readonly setGivesOwnSlot: (isGiven: boolean) => void;
  readonly open: (file: File) => Promise<void>;
  readonly map: (field: SlotField, column: number | null) => void;
  readonly setHeader: (hasHeader: boolean) => void;
  readonly setSheet: (sheet: string) => void;
  readonly make: () => Promise<void>;
  readonly clear: () => void;
};

/** Has the station read and check a file, and creates its slots if nothing is wrong. */
export function useImport(): Import {
  const [file, setFile] = useState<Wanted | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const [answer, setAnswer] = useState<{ of: Wanted; read: Checked } | null>(null);
  const { isBusy: isMaking, refusal, run, refuse } = useAction();
  const [made, setMade] = useState<CreatedSlots | null>(null);
  const [givesOwnSlot, setGivesOwnSlot] = useState(false);

  useCheck(file, setAnswer, refuse);
  const isChecking = file !== null && answer?.of !== file;
  const read = file === null || answer?.of.file !== file.file ? null : answer.read;
  const change = (input: Partial<Wanted>): void =>
    setFile((before) => (before === null ? null : { ...before, ...input }));
  const reset = (next: Wanted | null, isLarge = false): void => {
    setFile(next);
    setTooLarge(isLarge);
    setMade(null);
    refuse(null);
  };
  return {
    file,
    isTooLarge,
    read,
    isChecking,
    refusal,
    isMaking,
    made,
    givesOwnSlot,
    setGivesOwnSlot,
    open: async (picked) => {
      // A larger one is not even read.
      if (picked.size > MAX_LIST_BYTES) return reset(null, true);
      reset({ name: picked.name, file: toBase64(new Uint8Array(await picked.arrayBuffer())) });
    },
    map: (field, column) => {
      if (read !== null) change({ mapping: withColumn(file?.mapping ?? read.mapping, field, column) });
    },
    // Columns of another sheet, or without the header, are guessed again.
    setHeader: (hasHeader) =>
      setFile((before) => (before === null ? null : { ...withoutMapping(before), hasHeader })),
    setSheet: (sheet) =>
      setFile((before) => (before === null ? null : { name: before.name, file: before.file, sheet })),
    make: async () => {
      if (file === null || read === null || isChecking || read.faults.length > 0) return;
      const { name: _, ...body } = file;
      const reply = await run(call(importSlots, { body: { ...body, givesOwnSlot } }));
      if (reply === null) return;
      const { items, faults, lines } = reply;
      // A name may have been used elsewhere since the check.
      if (faults.length > 0) return setAnswer({ of: file, read: reply });
      await untilListed(items.map(({ id }) => id));
      reset(null);
      setMade({ count: items.length, carts: [...new Set(lines.map(({ cells }) => cells.cart))] });
    },
    clear: () => reset(null),
  };
}

/** Has the station check the file again whenever its columns are reassigned. */
function useCheck(
  file: Wanted | null,
  setAnswer: (answer: { of: Wanted; read: Checked }) => void,
  refuse: (refusal: Refusal | null) => void,
): void {
  useEffect(() => {
    if (file === null) return;
    const controller = new AbortController();
    const { name: _, ...wanted } = file;
    const body = { ...wanted, check: true };
    void call(importSlots, { body, signal: controller.signal }).then((outcome) => {
      if (controller.signal.aborted) return;
      refuse(isRefused(outcome) ? outcome : null);
      if (!isRefused(outcome)) setAnswer({ of: file, read: outcome.reply });
    });
    return () => controller.abort();
  }, [file, setAnswer, refuse]);
}

function withoutMapping(file: Wanted): Wanted {
  const { mapping: _, ...rest } = file;
  return rest;
}

/** A column has one meaning: assigning it again clears the previous one. */
function withColumn(mapping: SlotMapping, field: SlotField, column: number | null): SlotMapping {
  const other = SLOT_FIELDS.find((each) => mapping[each] === column && column !== null);
  return byField((each) => (each === field ? column : each === other ? null : mapping[each]));
}

/** In parts: a call takes only so many arguments. */
function toBase64(bytes: Uint8Array): string {
  const part = 0x80_00;
  let binary = '';
  for (let at = 0; at < bytes.length; at += part)
    binary += String.fromCodePoint(...bytes.subarray(at, at + part));
  return btoa(binary);
}
