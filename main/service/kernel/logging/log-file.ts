import {
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Size in bytes at which a file is rotated; the oldest ones are deleted. Together at most 20 MiB. */
const FILE_BYTES = 4 * 1024 * 1024;
const FILES = 5;

/**
 * Writes the log to files in the data folder: `logs/muster.log`, and older ones `muster.1.log` to `muster.4.log`.
 * Bounded, and never a reason to fail: lines that a full disk rejects are dropped.
 */
export class LogFile {
  readonly #folder: string;
  readonly #mostBytes: number;
  #file: number | undefined;
  #bytes = 0;
  #hasEnded = false;

  constructor(dataFolder: string, mostBytes = FILE_BYTES) {
    this.#folder = join(dataFolder, 'logs');
    this.#mostBytes = mostBytes;
  }

  write(line: string): void {
    if (this.#hasEnded) return;
    try {
      this.#file ??= this.#open();
      this.#bytes += writeSync(this.#file, line);
      if (this.#bytes >= this.#mostBytes) this.#rotate();
    } catch {
      // The log must not cause faults itself. The next line tries again.
      this.#close();
    }
  }

  /** Closes it for good: later lines must not create the folder again after it was removed. */
  end(): void {
    this.#hasEnded = true;
    this.#close();
  }

  #close(): void {
    if (this.#file === undefined) return;
    const file = this.#file;
    this.#file = undefined;
    try {
      closeSync(file);
    } catch {
      // It is gone either way.
    }
  }

  /** Returns the newest lines, oldest first: at most `maxLines`, from the newest two files. */
  tail(maxLines: number): string[] {
    const lines = [this.#path(1), this.#path(0)].flatMap((path) =>
      existsSync(path)
        ? readFileSync(path, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
        : [],
    );
    return lines.slice(-maxLines);
  }

  #path(age: number): string {
    return join(this.#folder, age === 0 ? 'muster.log' : `muster.${age}.log`);
  }

  #open(): number {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const file = openSync(this.#path(0), 'a', 0o600);
    this.#bytes = fstatSync(file).size;
    return file;
  }

  #rotate(): void {
    this.#close();
    rmSync(this.#path(FILES - 1), { force: true });
    for (let age = FILES - 2; age >= 0; age -= 1) {
      if (existsSync(this.#path(age))) renameSync(this.#path(age), this.#path(age + 1));
    }
  }
}
