import type { Clock } from '../../kernel/clock.ts';
import { OutgoingError } from '../../kernel/outgoing/outgoing-error.ts';
import { toWebp } from '../pictures/pictures.ts';
import type { ApplicationCache } from './cache.ts';
import { etagOf } from './etag.ts';
import type { WebpImage } from './local.ts';
import type { WebInterface } from './web-interface.ts';

/** Pause after a request without an answer, in ms: a classroom without internet must not wait for every image. */
const REST_MS = 10_000;

/** Queries the web-interface backend, as rarely as possible, and caches the answers. */
export class Backend {
  readonly #webInterface: WebInterface;
  readonly #cache: ApplicationCache;
  readonly #clock: Clock;
  readonly #unnamed = new UnknownNames();
  readonly #imageless = new UnknownNames();
  /** Images being downloaded, so that simultaneous requests share one download. */
  readonly #fetching = new Map<string, Promise<WebpImage | undefined>>();
  #restsUntilMs = 0;

  constructor(webInterface: WebInterface, cache: ApplicationCache, clock: Clock) {
    this.#webInterface = webInterface;
    this.#cache = cache;
    this.#clock = clock;
  }

  /** Returns the names of known packages. @throws {OutgoingError} */
  async names(packageNames: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const wanted = packageNames.filter((each) => !this.#unnamed.has(each, this.#clock.now()));
    if (wanted.length === 0) return new Map();
    const names = await this.#request(() => this.#webInterface.lookUp(wanted));
    const unknown = wanted.filter((each) => !names.has(each));
    for (const each of unknown) this.#unnamed.add(each, this.#clock.now());
    await this.#cache.saveNames(names, unknown);
    return names;
  }

  /** Returns the image of a package; undefined if it has none. @throws {OutgoingError} */
  async image(packageName: string): Promise<WebpImage | undefined> {
    if (this.#imageless.has(packageName, this.#clock.now())) return undefined;
    const pending = this.#fetching.get(packageName);
    if (pending !== undefined) return pending;
    const fetching = this.#fetchImage(packageName).finally(() => this.#fetching.delete(packageName));
    this.#fetching.set(packageName, fetching);
    return fetching;
  }

  async #fetchImage(packageName: string): Promise<WebpImage | undefined> {
    const known = this.#cache.storedImage(packageName);
    const answer = await this.#request(() => this.#webInterface.image(packageName, known?.validators));
    switch (answer.kind) {
      case 'unchanged':
        await this.#cache.confirmImage(packageName);
        return known;
      case 'none':
        this.#imageless.add(packageName, this.#clock.now());
        if (known !== undefined) await this.#cache.deleteImage(packageName);
        return undefined;
      case 'image': {
        const webp = await decode(answer.bytes);
        await this.#cache.saveImage(packageName, { ...webp, validators: answer.validators });
        return webp;
      }
    }
  }

  async #request<Answer>(send: () => Promise<Answer>): Promise<Answer> {
    if (this.#clock.now() < this.#restsUntilMs) {
      throw new OutgoingError('unreachable', 'It did not answer the last request');
    }
    try {
      return await send();
    } catch (error) {
      const isOffline =
        error instanceof OutgoingError && (error.reason === 'unreachable' || error.reason === 'timeout');
      if (isOffline) this.#restsUntilMs = this.#clock.now() + REST_MS;
      throw error;
    }
  }
}

async function decode(bytes: Buffer): Promise<WebpImage> {
  try {
    const webp = await toWebp(bytes);
    return { bytes: webp, etag: etagOf(webp) };
  } catch (error) {
    throw new OutgoingError('type', 'The web interface sent no readable image', error);
  }
}

/** How long a package that the backend does not know is not requested again, in ms. */
const EXPIRY_MS = 5 * 60_000;
const MAX_NAMES = 10_000;

/** Packages that the backend did not know recently; only in memory, because it may know them soon. */
class UnknownNames {
  readonly #untilMs = new Map<string, number>();

  add(packageName: string, nowMs: number): void {
    // A Map keeps the order of insertion: the first is the oldest.
    this.#untilMs.delete(packageName);
    this.#untilMs.set(packageName, nowMs + EXPIRY_MS);
    const [oldest] = this.#untilMs.keys();
    if (this.#untilMs.size > MAX_NAMES && oldest !== undefined) this.#untilMs.delete(oldest);
  }

  has(packageName: string, nowMs: number): boolean {
    const untilMs = this.#untilMs.get(packageName);
    return untilMs !== undefined && nowMs < untilMs;
  }
}
