import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Command } from '../cli/a-command.ts';

/** What `app/start.cjs` of a copy does. */
const RUN = `require('node:module').enableCompileCache();
require('./dist/service/portable-command.js').run(process.argv.slice(1), process.env);`;

/** Runs `muster …words` of a portable copy, with the bundle of these sources. */
export function muster(words: readonly string[], env: Readonly<Record<string, string>> = {}): Command {
  return new Command('--eval', [RUN, '--', ...words], env);
}

/** A stand-in for a browser: writes down what it is asked to open. */
export class StandInBrowser {
  readonly #folder: string;

  constructor(folder: string, name = 'chromium') {
    this.#folder = join(folder, 'browser');
    mkdirSync(this.#folder);
    writeFileSync(join(this.#folder, name), `#!/bin/sh\necho "$1" >> "${this.#folder}/opened"\n`);
    chmodSync(join(this.#folder, name), 0o755);
  }

  /** The environment in which it is the only browser. */
  get env(): Record<string, string> {
    return { PATH: this.#folder, DISPLAY: ':99' };
  }

  /** The addresses that it was asked to open, oldest first. A line without an end is still being written. */
  opened(): string[] {
    const file = join(this.#folder, 'opened');
    return existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];
  }
}
