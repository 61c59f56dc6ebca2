import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

import { updateSettingsSchema } from '../../shared/update-state.ts';

/** Settings of a program with updates, which are off until a person turns them on. */
export const programSettingsSchema = z.object({
  updates: updateSettingsSchema.default({ isOn: false, feed: '' }),
});

/** Settings in one small file. Without a file, or with an unreadable one, they are the defaults of the schema. */
export class SettingsFile<Settings extends object> {
  readonly #path: string;
  #settings: Settings;

  constructor(path: string, schema: z.ZodType<Settings>) {
    this.#path = path;
    this.#settings = read(path, schema);
  }

  get(): Settings {
    return this.#settings;
  }

  /** Stores a change. If the disk refuses, it applies until the end of this run. */
  change(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    try {
      mkdirSync(dirname(this.#path), { recursive: true, mode: 0o700 });
      writeFileSync(`${this.#path}.arriving`, JSON.stringify(this.#settings), { mode: 0o600 });
      renameSync(`${this.#path}.arriving`, this.#path);
    } catch (error) {
      process.stderr.write(`muster: the settings cannot be stored: ${String(error)}\n`);
    }
  }
}

function read<Settings>(path: string, schema: z.ZodType<Settings>): Settings {
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Missing or damaged: as at the first start.
    return schema.parse({});
  }
}
