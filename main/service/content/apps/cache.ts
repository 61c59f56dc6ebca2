import type { Core } from '../../kernel/kernel.ts';
import type { Known, LocalApplications, WebpImage } from './local.ts';
import { type ApplicationStore, openApplicationStore, type StoredImage } from './store.ts';

/** How long what the backend said is taken for true without asking again. */
const CURRENT_MS = 24 * 60 * 60_000;

/**
 * What the web-interface backend said, kept in the store: local knowledge that grows with each question, and that
 * stays of use while the backend is away.
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

  /** The image with what the backend told it by. */
  storedImage(packageName: string): StoredImage | undefined {
    return this.#store.image(packageName);
  }

  /** Keeps names, and forgets the packages that the backend no longer knows. */
  keepNames(names: ReadonlyMap<string, string>, unknown: readonly string[]): Promise<void> {
    return this.#keep((nowMs) => {
      for (const packageName of unknown) this.#store.removeName(packageName);
      this.#store.putNames(names, nowMs);
    });
  }

  keepImage(packageName: string, image: Omit<StoredImage, 'checkedAtMs'>): Promise<void> {
    return this.#keep((nowMs) => this.#store.putImage(packageName, { ...image, checkedAtMs: nowMs }));
  }

  /** Notes that the backend still has this image. */
  confirmImage(packageName: string): Promise<void> {
    return this.#keep((nowMs) => this.#store.touchImage(packageName, nowMs));
  }

  forgetImage(packageName: string): Promise<void> {
    return this.#keep(() => this.#store.removeImage(packageName));
  }

  /** Writes to the store. Where it takes no writes the answer goes out all the same: it is a cache. */
  async #keep(write: (nowMs: number) => void): Promise<void> {
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
