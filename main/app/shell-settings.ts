import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import { z } from 'zod';

import { placeSchema } from './window-place.ts';

const settingsSchema = z.object({
  place: placeSchema.optional(),
  /** Off until somebody turns them on. */
  updates: z.object({ isOn: z.boolean(), feed: z.string() }).default({ isOn: false, feed: '' }),
  /** True once the person was told that the station goes on without its window. */
  knowsTray: z.boolean().default(false),
});
type Settings = z.infer<typeof settingsSchema>;

/** What the shell remembers from one start to the next, in one small file. One that cannot be read counts as none. */
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

  /** Keeps a change. A disk that refuses is no reason to disturb anybody: it is kept until the end of this run. */
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
    // Not there yet, or spoilt: the window then opens as it did the first time.
    return settingsSchema.parse({});
  }
}
