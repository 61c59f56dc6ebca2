import { z } from 'zod';

import { FILE_FAULTS, MAX_LIST_BYTES } from '../../../../shared/contract/enrolment/carts.ts';
import { parseCsv } from '../../../../shared/domain/kernel/csv.ts';
import { Mutex } from '../../kernel/mutex.ts';
import { askThread } from '../../kernel/workers.ts';

/** Time limit in ms; an asset list takes a tenth of a second. */
const MAX_MS = 10_000;
/** Not reached, because the size of what is unpacked is limited. */
const MAX_HEAP_MIB = 512;

const tableSchema = z.object({
  /** `line` is counted from 1. */
  rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })),
  /** The visible sheets of a workbook; none for CSV. */
  sheets: z.array(z.string()),
  sheet: z.string().nullable(),
});
/** The cells of an asset list, with a header or without. */
export type ListTable = z.infer<typeof tableSchema>;

const faultSchema = z.object({ fault: z.enum(FILE_FAULTS) });
/** Why a file cannot be read. */
export type TableFault = z.infer<typeof faultSchema>;

const readingSchema = z.union([tableSchema, faultSchema]);

/** Returns the cells of CSV. */
export function tableOfText(text: string): ListTable | TableFault {
  if (text.trim() === '') return { fault: 'FILE_EMPTY' };
  const { header, rows, headerLine } = parseCsv(text);
  return { rows: [{ line: headerLine, cells: [...header] }, ...rows.map(copy)], sheets: [], sheet: null };
}

function copy({ line, cells }: { readonly line: number; readonly cells: readonly string[] }) {
  return { line, cells: [...cells] };
}

/** First bytes of ZIP archives, as workbooks are, and of the compound files of older or protected ones. */
const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
const COMPOUND = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);
/** The stream of a compound file that holds a protected workbook. */
const PROTECTED = Buffer.from('EncryptedPackage', 'utf16le');

/** Reads a CSV or XLSX file. A workbook is read in a thread, with limits on time and memory. */
export async function tableOfFile(file: Buffer, sheet: string | null): Promise<ListTable | TableFault> {
  if (file.length > MAX_LIST_BYTES) return { fault: 'FILE_TOO_LARGE' };
  if (file.subarray(0, ZIP.length).equals(ZIP)) return readApart(file, sheet);
  if (file.subarray(0, COMPOUND.length).equals(COMPOUND))
    return { fault: file.includes(PROTECTED) ? 'FILE_PROTECTED' : 'FILE_OLD' };
  const text = new TextDecoder(encodingOf(file)).decode(file);
  return text.includes('\0') ? { fault: 'FILE_UNREADABLE' } : tableOfText(text);
}

/** UTF-8 or UTF-16 by its mark, UTF-8 without one or, if invalid, the Windows code page of older spreadsheets. */
function encodingOf(file: Buffer): string {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le';
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(file);
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

const oneAtATime = new Mutex();

/** One at a time: each may take all the memory that a thread is allowed. */
function readApart(bytes: Uint8Array, sheet: string | null): Promise<ListTable | TableFault> {
  return oneAtATime.run(async () => {
    const work = { data: { bytes, sheet }, maxMs: MAX_MS, maxHeapMib: MAX_HEAP_MIB };
    const answer = await askThread('workbook-worker', work);
    if (answer.kind === 'answered') return readingSchema.parse(answer.raw);
    return { fault: answer.kind === 'slow' ? 'FILE_TOO_LARGE' : 'FILE_UNREADABLE' };
  });
}
