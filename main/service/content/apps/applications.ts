import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import { OutgoingError } from '../../kernel/outgoing/outgoing-error.ts';
import type { Backend } from './backend.ts';
import { findLocally, type LocalApplications, type WebpImage } from './local.ts';

/** An image, and whether it is older than the backend's outage. */
export type FoundImage = WebpImage & { readonly isStale: boolean };

type NoBackend = Failure<'WEB_INTERFACE_FAILED'>;

/** Names and images of applications: from the station itself, then from the web-interface backend. */
export class Applications {
  readonly #core: Core;
  readonly #sources: readonly LocalApplications[];
  readonly #backend: Backend | undefined;

  constructor(core: Core, sources: readonly LocalApplications[], backend: Backend | undefined) {
    this.#core = core;
    this.#sources = sources;
    this.#backend = backend;
  }

  /**
   * Returns the names of known packages, each once, in the order of the request. Known names are returned while the
   * backend is down; but a package that could not be looked up is a refusal, not "not registered".
   */
  async lookUp(packageNames: readonly string[]): Promise<ReadonlyMap<string, string> | NoBackend> {
    const names = new Map<string, string | undefined>();
    const outdated: string[] = [];
    for (const packageName of new Set(packageNames)) {
      const known = findLocally(this.#sources, (source) => source.findName(packageName));
      names.set(packageName, known?.fact);
      if (known?.isCurrent !== true) outdated.push(packageName);
    }
    if (this.#backend !== undefined && outdated.length > 0) {
      try {
        const fetched = await this.#backend.names(outdated);
        for (const packageName of outdated) names.set(packageName, fetched.get(packageName));
      } catch (error) {
        const failure = this.#toFailure(error);
        if (outdated.some((packageName) => names.get(packageName) === undefined)) return failure;
      }
    }
    return new Map(
      [...names].flatMap(([packageName, name]) => (name === undefined ? [] : [[packageName, name]])),
    );
  }

  /** Returns the image of a package; a stale one while the backend is down. */
  async image(packageName: string): Promise<FoundImage | NoBackend | Failure<'IMAGE_NOT_FOUND'>> {
    const known = findLocally(this.#sources, (source) => source.findImage(packageName));
    if (known !== undefined && (known.isCurrent || this.#backend === undefined)) {
      return { ...known.fact, isStale: !known.isCurrent };
    }
    try {
      const fetched = await this.#backend?.image(packageName);
      if (fetched !== undefined) return { ...fetched, isStale: false };
      return new Failure('IMAGE_NOT_FOUND', 'No image of this application is available.');
    } catch (error) {
      const failure = this.#toFailure(error);
      return known === undefined ? failure : { ...known.fact, isStale: true };
    }
  }

  #toFailure(error: unknown): NoBackend {
    if (!(error instanceof OutgoingError)) throw error;
    this.#core.log.warn({ reason: error.reason, cause: error.message }, 'the web interface did not help');
    return new Failure('WEB_INTERFACE_FAILED', WORDS[error.reason]);
  }
}

/** Messages for callers, which do not reveal where the backend is. */
const WORDS: Readonly<Record<OutgoingError['reason'], string>> = {
  address: 'The web interface is at an address that the station may not contact.',
  unreachable: 'The web interface could not be reached.',
  timeout: 'The web interface did not answer in time.',
  certificate: 'The web interface presented a certificate that the station does not trust.',
  redirect: 'The web interface redirected the station.',
  tooLarge: 'The web interface sent more data than the station accepts.',
  type: 'The web interface did not answer as it should.',
};
