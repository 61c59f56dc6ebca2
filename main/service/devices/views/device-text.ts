import type { JsonText } from '../../kernel/streams/json-stream.ts';
import { ByText } from '../registry/by-text.ts';
import { type Names, rememberedNames, toSummary } from './device-view.ts';
import type { Records } from '../registry/records.ts';
import { parseSettings, toSettings } from './settings-view.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** A fleet shares few sets of settings: those seen last are kept as text, no more than this. */
const REMEMBERED = 32;

const NOTHING_REPORTED = { battery: null, storages: null };

/**
 * Records as JSON text for answers that hold many: as `toDevice` has them, without inventory, deployments and Wi-Fi
 * passwords. What is stored as JSON is taken over as it stands, and what many devices share is written once.
 */
export class DeviceTexts {
  readonly #records: Records;
  readonly #names: Names;
  readonly #settings = new ByText<Buffer>(REMEMBERED);

  constructor(records: Records) {
    this.#records = records;
    this.#names = rememberedNames(records);
  }

  /** One record as JSON text. */
  of(record: DeviceRecord): JsonText {
    const report = this.#records.reports.report(record.key);
    const { battery, storages } = report;
    const summary = JSON.stringify(toSummary(this.#records, record, report, this.#names));
    const settings = this.#settingsOf(record);
    const reported = fieldsOf({ batteryInfo: battery, storages });
    const comma = reported === '' || settings.length === 1 ? '' : ',';
    const rest = fieldsOf({
      mdmInfo: record.mdmInfo ?? 'null',
      license: record.license ?? 'null',
      metadata: record.metadata,
    });
    return [`${summary.slice(0, -1)},"settings":`, settings, `${comma}${reported}},${rest}}`];
  }

  /** The same as bytes: many of them that are kept for a while are none of the garbage collector's business. */
  bytesOf(record: DeviceRecord): JsonText {
    return this.of(record).map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  }

  /** The settings as they are wanted, without the brace at their end. */
  #settingsOf({ settings }: DeviceRecord): Buffer {
    return this.#settings.get(settings, () =>
      Buffer.from(
        JSON.stringify(toSettings(parseSettings(settings), NOTHING_REPORTED, undefined)).slice(0, -1),
      ),
    );
  }
}

/** Fields of an object, whose values are JSON text; those that are null are left out. */
function fieldsOf(fields: Readonly<Record<string, string | null>>): string {
  let text = '';
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) text += `${text === '' ? '' : ','}"${name}":${value}`;
  }
  return text;
}
