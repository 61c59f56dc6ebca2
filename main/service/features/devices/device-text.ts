import { type Names, rememberedNames, toSummary } from './device-view.ts';
import type { Records } from './records.ts';
import { parseSettings, toSettings } from './settings-view.ts';
import type { DeviceRecord } from './store.ts';

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
  readonly #settings = new Map<string, string>();

  constructor(records: Records) {
    this.#records = records;
    this.#names = rememberedNames(records);
  }

  /** One record as JSON text. */
  of(record: DeviceRecord): string {
    const report = this.#records.reports.report(record.key);
    const { battery, storages } = report;
    const summary = JSON.stringify(toSummary(this.#records, record, report, this.#names));
    return withFields(summary, {
      settings: withFields(this.#settingsOf(record), { batteryInfo: battery, storages }),
      mdmInfo: record.mdmInfo ?? 'null',
      license: record.license ?? 'null',
      metadata: record.metadata,
    });
  }

  /** The settings as they are wanted. */
  #settingsOf(record: DeviceRecord): string {
    const known = this.#settings.get(record.settings);
    if (known !== undefined) return known;
    const text = JSON.stringify(toSettings(parseSettings(record.settings), NOTHING_REPORTED, undefined));
    if (this.#settings.size < REMEMBERED) this.#settings.set(record.settings, text);
    return text;
  }
}

/** The text of an object with further fields, whose values are JSON text; those that are null are left out. */
function withFields(object: string, fields: Readonly<Record<string, string | null>>): string {
  let text = object.slice(0, -1);
  for (const [name, value] of Object.entries(fields)) {
    if (value !== null) text += `${text === '{' ? '' : ','}"${name}":${value}`;
  }
  return `${text}}`;
}
