import { z } from 'zod';

import { GuardedClient, type OutgoingAnswer } from '../../kernel/outgoing/guarded-client.ts';
import { OutgoingError } from '../../kernel/outgoing/outgoing-error.ts';
import type { Validators } from './store.ts';

const LOOKUP_MS = 5_000;
const IMAGE_MS = 8_000;
const MAX_LOOKUP_BYTES = 1024 * 1024;
const MAX_IMAGE_BYTES = 8 * 1024 * 1024;
const MAX_NAME_LENGTH = 256;
/** Simultaneous connections, whatever the load. */
const CONNECTIONS = 8;

const namesSchema = z.array(z.unknown());
const entrySchema = z.object({ packageName: z.string(), name: z.string() });

/** The backend's answer for an image: its bytes, "not modified", or "not found". */
export type BackendImage =
  | { readonly kind: 'image'; readonly bytes: Buffer; readonly validators: Validators }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'none' };

/**
 * Client of the web-interface backend, at the interface's own two paths under its URL. It gets no information about
 * the caller.
 */
export class WebInterface {
  readonly #base: string;
  // The operator entered its address: it may be on this computer or in the local network.
  readonly #client = new GuardedClient({ policy: 'anyHost', connections: CONNECTIONS });

  /** @param address http or https; paths are appended to it. */
  constructor(address: string) {
    this.#base = address.replace(/\/+$/, '');
  }

  /** Returns the names of known packages. @throws {OutgoingError} */
  async lookUp(packageNames: readonly string[]): Promise<Map<string, string>> {
    const answer = await this.#client.fetch({
      url: new URL(`${this.#base}/apk-details/lookup`),
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify({ packageNames }),
      totalMs: LOOKUP_MS,
      maxBytes: MAX_LOOKUP_BYTES,
      redirects: 'none',
      isWanted: (type) => type === 'application/json',
    });
    if (answer.status !== 200) throw unexpected(answer);
    return readNames(answer.body, new Set(packageNames));
  }

  /** Returns the image of a package, or that it still matches these validators. @throws {OutgoingError} */
  async image(packageName: string, known: Validators | undefined): Promise<BackendImage> {
    const answer = await this.#client.fetch({
      url: new URL(`${this.#base}/apk-details/image/${encodeURIComponent(packageName)}`),
      method: 'GET',
      headers: { accept: 'image/webp,image/png,image/jpeg,image/gif', ...conditions(known) },
      body: undefined,
      totalMs: IMAGE_MS,
      maxBytes: MAX_IMAGE_BYTES,
      redirects: 'sameOrigin',
      isWanted: isImage,
    });
    if (answer.status === 304 && known !== undefined) return { kind: 'unchanged' };
    if (answer.status === 404 || answer.status === 410) return { kind: 'none' };
    if (answer.status !== 200) throw unexpected(answer);
    const validators = {
      etag: answer.header('etag') ?? null,
      modified: answer.header('last-modified') ?? null,
    };
    return { kind: 'image', bytes: answer.body, validators };
  }

  /** Aborts requests in flight. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

function conditions(known: Validators | undefined): Record<string, string> {
  const { etag = null, modified = null } = known ?? {};
  if (etag !== null) return { 'if-none-match': etag };
  return modified === null ? {} : { 'if-modified-since': modified };
}

/** Some servers state a wrong type; decoding reveals the real one. */
function isImage(type: string): boolean {
  return type === '' || type === 'application/octet-stream' || /^image\/(?!svg)/.test(type);
}

function unexpected({ status }: OutgoingAnswer): OutgoingError {
  return new OutgoingError('type', `The web interface answered ${status}`);
}

/** Returns the requested names in an answer; invalid entries are skipped. */
function readNames(body: Buffer, wanted: ReadonlySet<string>): Map<string, string> {
  const names = new Map<string, string>();
  for (const raw of parseList(body)) {
    const { data } = entrySchema.safeParse(raw);
    const name = data?.name.trim().slice(0, MAX_NAME_LENGTH).toWellFormed().replaceAll('\0', '') ?? '';
    if (data !== undefined && name !== '' && wanted.has(data.packageName)) names.set(data.packageName, name);
  }
  return names;
}

function parseList(body: Buffer): unknown[] {
  try {
    return namesSchema.parse(JSON.parse(body.toString('utf8')));
  } catch (error) {
    throw new OutgoingError('type', 'The web interface did not answer with a list', error);
  }
}
