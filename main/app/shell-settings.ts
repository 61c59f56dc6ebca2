import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

import { placeSchema } from './window/window-place.ts';

const settingsSchema = z.object({
  place: placeSchema.optional(),
  /** Off by default. */
  updates: z.object({ isOn: z.boolean(), feed: z.string() }).default({ isOn: false, feed: '' }),
  /** True once the person was told that the station keeps running without its window. */
  knowsTray: z.boolean().default(false),
});
type Settings = z.infer<typeof settingsSchema>;

/** Settings of the shell, stored in one small file. An unreadable file counts as missing. */
export class ShellSettings {
  readonly #path: string;
  #settings: Settings;

  constructor(path: string) {
    this.#path = path;
    this.#settings = read(path);
  }

  get(): Settings {
    return this.#settings;
  }

  /** Stores a change. If the disk refuses, it applies until the end of this run. */
  change(change: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...change };
    try {
      mkdirSync(dirname(this.#path), { recursive: true });
      writeFileSync(`${this.#path}.arriving`, JSON.stringify(this.#settings), { mode: 0o600 });
      renameSync(`${this.#path}.arriving`, this.#path);
    } catch (error) {
      process.stderr.write(`muster: the settings of the window cannot be kept: ${String(error)}\n`);
    }
  }
}

function read(path: string): Settings {
  try {
    return settingsSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    // Missing or damaged: the window then opens as it did the first time.
    return settingsSchema.parse({});
  }
}
