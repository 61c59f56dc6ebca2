import type { JsonText } from '../../kernel/http/routes/json-stream.ts';
import { ByText } from '../registry/by-text.ts';
import { type Names, cachedNames, toSummary } from './device-view.ts';
import type { Records } from '../records/records.ts';
import { parseSettings, toSettings } from '../records/settings-view.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** Number of cached settings texts; a fleet has few different ones. */
const REMEMBERED = 32;

const NOTHING_REPORTED = { battery: null, storages: null };

/**
 * Returns records as JSON text for replies with many of them: like `toDevice`, without inventory, deployments and
 * Wi-Fi passwords. Stored JSON is copied as it is, and what many devices share is encoded once.
 */
export class DeviceTexts {
  readonly #records: Records;
  readonly #names: Names;
  readonly #settings = new ByText<Buffer>(REMEMBERED);

  constructor(records: Records) {
    this.#records = records;
    this.#names = cachedNames(records);
  }

  /** Returns one record as JSON text. */
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

  /** Returns the same as bytes, which do not burden the garbage collector. */
  bytesOf(record: DeviceRecord): JsonText {
    return this.of(record).map((part) => (typeof part === 'string' ? Buffer.from(part) : part));
  }

  /** Returns the desired settings, without the closing brace. */
  #settingsOf({ settings }: DeviceRecord): Buffer {
    return this.#settings.get(settings, () =>
      Buffer.from(
        JSON.stringify(toSettings(parseSettings(settings), NOTHING_REPORTED, undefined)).slice(0, -1),
      ),
    );
  }
}

/** Returns the fields of an object, whose values are JSON text; null ones are skipped. */
function fieldsOf(fields: Readonly<Record<string, string | null>>): string {
  let text = '';
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) text += `${text === '' ? '' : ','}"${name}":${value}`;
  }
  return text;
}
