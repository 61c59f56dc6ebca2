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
}
