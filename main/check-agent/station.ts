import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { z } from 'zod';

import { issueToken } from '../../shared/contract/access/tokens.ts';
import { continueUpload, startUpload } from '../../shared/contract/content/library-uploads.ts';
import { getDevice } from '../../shared/contract/devices/devices.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { createCodes, createSlots } from '../../shared/contract/operations/station.ts';
import { address } from '../../shared/domain/kernel/address.ts';
import { libraryPath } from '../../shared/domain/content/library-address.ts';
import {
  issueCertificate,
  type LanIdentity,
  openIdentity,
  type RunningService,
  startService,
} from '../service/index.ts';
import { type Credentials, Front } from './front/front.ts';
import { aFreePort, listenAddress, LOOPBACK, stationOptions } from './station-options.ts';

/** What an agent needs to enrol: the code to type, or both tokens. */
export type Admission = Readonly<{
  deviceId: string;
  code: number;
  enrollmentToken: string;
  accessToken: string;
}>;

/** A content of the station. */
export type StoredFile = Readonly<{ sha256: string; path: string; sizeBytes: number }>;

type Sent = Readonly<{ method: string; path: string; type?: string; body?: string | Buffer<ArrayBuffer> }>;
type Input<Body> = Readonly<{ params?: Record<string, string>; query?: Record<string, string>; body?: Body }>;

/** Name in the certificates; agents check the key alone. */
const CERTIFICATE_NAME = 'muster-check.local';

/**
 * A whole station in a temporary folder, and in front of it the listener that an agent reaches: `url`. Its
 * administration is reached directly.
 */
export class CheckStation implements AsyncDisposable {
  readonly front: Front;
  readonly url: string;
  /** SHA-256 of the key to pin (SPKI, base64url); null over HTTP. */
  readonly fingerprint: string | null;
  readonly #service: RunningService;
  readonly #folder: string;

  private constructor(
    service: RunningService,
    folder: string,
    { front, url, fingerprint }: Pick<CheckStation, 'front' | 'url' | 'fingerprint'>,
  ) {
    this.#service = service;
    this.#folder = folder;
    this.front = front;
    this.url = url;
    this.fingerprint = fingerprint;
  }

  /** Starts it for agents that reach this computer at `url`; port 0: any free one. @throws {Error} if it is taken. */
  static async start(url: URL): Promise<CheckStation> {
    const folder = await mkdtemp(join(tmpdir(), 'muster-check-'));
    let service: RunningService | undefined;
    try {
      const identity = await newIdentity(folder, 'station');
      const lanPort = url.protocol === 'https:' ? await aFreePort() : null;
      service = await startService(stationOptions(join(folder, 'station'), lanPort));
      const front = await Front.open({
        host: listenAddress(url.hostname),
        port: url.port === '' ? (lanPort === null ? 80 : 443) : Number(url.port),
        upstream: lanPort === null ? service.url : `https://${LOOPBACK}:${lanPort}`,
        tls:
          lanPort === null
            ? null
            : {
                own: await credentialsOf(identity),
                other: await credentialsOf(await newIdentity(folder, 'other')),
              },
      });
      const reached = new URL(url);
      reached.port = String(front.port);
      const fingerprint = lanPort === null ? null : identity.fingerprint;
      return new CheckStation(service, folder, { front, url: reached.origin, fingerprint });
    } catch (error) {
      await service?.stop();
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Calls the station as its organisation. @throws {Error} with the station’s words if it refuses. */
  async call<Body extends z.ZodType, Reply extends z.ZodType>(
    endpoint: Endpoint<z.ZodType, z.ZodType, Body, Reply>,
    { params = {}, query = {}, body }: Input<z.input<Body>>,
  ): Promise<z.output<Reply>> {
    const sent = body === undefined ? {} : { type: 'application/json', body: JSON.stringify(body) };
    const { method } = endpoint;
    const text = await this.#send({ method, path: address(endpoint.path, params, query), ...sent });
    return endpoint.reply.parse(text === '' ? undefined : JSON.parse(text));
  }

  /** Creates a free slot, or uses `deviceId` again, and returns what enrols into it. */
  async admit(deviceId?: string): Promise<Admission> {
    const id = deviceId ?? (await this.#newSlot());
    const [slot] = await this.call(createCodes, { body: { devicesId: [id] } });
    const { enrollmentToken } = await this.call(getDevice, { params: { deviceId: id } });
    const { token } = await this.call(issueToken, { body: { scope: 'enroll' } });
    if (slot?.code === undefined) throw new Error(`No code for ${id}: ${slot?.error?.message ?? ''}`);
    return { deviceId: id, code: slot.code, enrollmentToken, accessToken: token };
  }

  /** Adds a file of random bytes to the library. */
  async addFile(name: string, sizeBytes: number): Promise<StoredFile> {
    const body = randomBytes(sizeBytes);
    const { id } = await this.call(startUpload, { body: { name, sizeBytes, kind: 'file' } });
    const { method, path } = continueUpload;
    const type = 'application/octet-stream';
    await this.#send({ method, path: address(path, { uploadId: id }, { offset: 0 }), type, body });
    const sha256 = createHash('sha256').update(body).digest('hex');
    return { sha256, sizeBytes, path: libraryPath(sha256, name) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.front.close();
    await this.#service.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #send({ method, path, type, body }: Sent): Promise<string> {
    const answer = await fetch(this.#service.url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#service.token}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return text;
  }

  async #newSlot(): Promise<string> {
    const { items } = await this.call(createSlots, { body: { count: 1, labelPrefix: 'CHECK-' } });
    const [slot] = items;
    if (slot === undefined) throw new Error('The station created no slot');
    return slot.id;
  }
}

async function newIdentity(folder: string, name: string): Promise<LanIdentity> {
  const own = join(folder, name);
  await mkdir(own, { mode: 0o700 });
  return openIdentity(own);
}

async function credentialsOf(identity: LanIdentity): Promise<Credentials> {
  return { key: identity.key, cert: await issueCertificate(identity, CERTIFICATE_NAME, []) };
}
