import { toCsv } from '../../../../shared/domain/kernel/csv.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { MusterMetadata } from '../../devices/metadata/index.ts';

/** The columns of an export, in their order; the last two are not read again. */
const COLUMNS = [
  'label',
  'model',
  'cart',
  'shelf',
  'place',
  'profile',
  'macAddress',
  'serial',
  'enrollmentToken',
  'id',
] as const;

/** Fields that the writer has to look up. */
export type SlotLine = {
  readonly record: DeviceRecord;
  readonly model: string | null;
  readonly place: MusterMetadata | undefined;
  readonly profile: string | null;
};

/** Slots as CSV. */
export function writeSlots(lines: readonly SlotLine[]): string {
  return toCsv([COLUMNS, ...lines.map(toRow)]);
}

/**
 * Slots as a workbook, in base64. Every cell is text: a spreadsheet would make numbers and dates of names. The writer is
 * loaded only now.
 */
export async function writeWorkbook(lines: readonly SlotLine[]): Promise<string> {
  const { writeXlsx } = await import('hucre/xlsx');
  const rows = lines.map((line) => toRow(line).map((value) => (value === null ? null : String(value))));
  const bytes = await writeXlsx({ sheets: [{ name: 'Slots', rows: [[...COLUMNS], ...rows] }] });
  return Buffer.from(bytes).toString('base64');
}

function toRow({ record, model, place, profile }: SlotLine) {
  return [
    record.label,
    model,
    place?.group?.label ?? null,
    place?.shelf ?? null,
    place?.place ?? null,
    profile,
    place?.asset?.macAddress ?? null,
    place?.asset?.serial ?? null,
    // The token of an enrolled headset's slot is no longer valid.
    record.androidId === null ? record.enrollmentToken : null,
    record.id,
  ];
}
