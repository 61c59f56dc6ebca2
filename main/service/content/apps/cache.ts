import type { Core } from '../../kernel/kernel.ts';
import type { Known, LocalApplications, WebpImage } from './local.ts';
import { type ApplicationStore, openApplicationStore, type StoredImage } from './store.ts';

/** How long an answer of the backend is current, in ms. */
const CURRENT_MS = 24 * 60 * 60_000;

/**
 * Answers of the web-interface backend, stored locally: it grows with each request, and stays useful while the
 * backend is down.
 */
export class ApplicationCache implements LocalApplications {
  readonly #core: Core;
  readonly #store: ApplicationStore;

  constructor(core: Core) {
    this.#core = core;
    this.#store = openApplicationStore(core.db);
  }

  findName(packageName: string): Known<string> | undefined {
    const found = this.#store.name(packageName);
    return found && { fact: found.name, isCurrent: this.#isCurrent(found.checkedAtMs) };
  }

  findImage(packageName: string): Known<WebpImage> | undefined {
    const found = this.#store.image(packageName);
    return found && { fact: found, isCurrent: this.#isCurrent(found.checkedAtMs) };
  }

  /** Returns the image with its validators. */
  storedImage(packageName: string): StoredImage | undefined {
    return this.#store.image(packageName);
  }

  /** Stores names, and deletes packages that the backend no longer knows. */
  saveNames(names: ReadonlyMap<string, string>, unknown: readonly string[]): Promise<void> {
    return this.#save((nowMs) => {
      for (const packageName of unknown) this.#store.removeName(packageName);
      this.#store.putNames(names, nowMs);
    });
  }

  saveImage(packageName: string, image: Omit<StoredImage, 'checkedAtMs'>): Promise<void> {
    return this.#save((nowMs) => this.#store.putImage(packageName, { ...image, checkedAtMs: nowMs }));
  }

  /** Records that the backend still has this image. */
  confirmImage(packageName: string): Promise<void> {
    return this.#save((nowMs) => this.#store.touchImage(packageName, nowMs));
  }

  deleteImage(packageName: string): Promise<void> {
    return this.#save(() => this.#store.removeImage(packageName));
  }

  /** Writes to the store. If that fails the reply is sent anyway: it is a cache. */
  async #save(write: (nowMs: number) => void): Promise<void> {
    const { writer, clock, log } = this.#core;
    try {
      await writer.run(() => write(clock.now()));
    } catch (error) {
      log.warn({ err: error }, 'the response of the web interface could not be saved');
    }
  }

  #isCurrent(checkedAtMs: number): boolean {
    return this.#core.clock.now() - checkedAtMs < CURRENT_MS;
  }
}
