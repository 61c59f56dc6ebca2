import type { Result } from './system.ts';
import { createHash } from 'node:crypto';

/** The storage of a double: files by path, with a limit. */
export class Disk {
  readonly #files = new Map<
    string,
    { readonly size: number; readonly sha256: string; readonly text: string }
  >();
  totalBytes = 8_000_000_000;
  /** Called with every chunk that arrives; waits to simulate a slow hub, throws to simulate an unplugged cable. */
  onArrival: (bytes: number) => void | Promise<void> = () => undefined;

  /** The bytes written in place of the received ones: a disk that loses data. */
  onWrite: (bytes: Buffer) => Buffer = (bytes) => bytes;

  get freeBytes(): number {
    return this.totalBytes - [...this.#files.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get paths(): string[] {
    return [...this.#files.keys()];
  }

  async arrived(bytes: number): Promise<void> {
    await this.onArrival(bytes);
  }

  write(path: string, content: Buffer): void {
    const bytes = this.onWrite(content);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    this.#files.set(path, {
      size: bytes.length,
      sha256,
      text: bytes.length < 10_000 ? bytes.toString('utf8') : '',
    });
  }

  move(from: string, to: string): boolean {
    const file = this.#files.get(from);
    if (file === undefined) return false;
    this.#files.delete(from);
    this.#files.set(to, file);
    return true;
  }

  remove(path: string): void {
    this.#files.delete(path);
  }

  size(path: string): number | undefined {
    return this.#files.get(path)?.size;
  }

  digest(path: string): string | undefined {
    return this.#files.get(path)?.sha256;
  }

  text(path: string): string | undefined {
    return this.#files.get(path)?.text;
  }

  /** Answers `df`. */
  df(): Result {
    const { totalBytes, freeBytes } = this;
    const [total, free] = [Math.floor(totalBytes / 1024), Math.max(0, Math.floor(freeBytes / 1024))];
    return {
      exitCode: 0,
      stdout: `Filesystem     1K-blocks    Used Available Use% Mounted on\n/dev/block/dm-5 ${total} ${total - free} ${free}  20% /data\n`,
    };
  }

  /** Answers `cat`. */
  cat(path: string): Result {
    const text = this.text(path);
    return text === undefined
      ? { exitCode: 1, stderr: `cat: ${path}: No such file or directory\n` }
      : { exitCode: 0, stdout: text };
  }

  /** Answers `stat -c %s`. */
  stat(path: string): Result {
    const size = this.size(path);
    return size === undefined
      ? { exitCode: 1, stderr: `stat: '${path}': No such file or directory\n` }
      : { exitCode: 0, stdout: `${size}\n` };
  }
}
