import { z } from 'zod';

import {
  startService,
  systemClock,
  type RunningService,
  type ServiceOptions,
} from '../../main/service/index.ts';
import type { StationHost } from '../../main/service/kernel/station-host.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import { createEnterprise, issueToken } from '../../shared/contract/access/tokens.ts';
import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { EventReader } from './event-reader.ts';
import { OpenApiCheck } from './openapi-check.ts';
import { rawRequest } from './raw-http.ts';
import { aQuickFolder } from './temp-folder.ts';
import { aFreePort } from './free-port.ts';

/** An answer of the station: status, headers and the body as JSON, as bytes if it is an image, as text otherwise. */
export type Answer<Body = unknown> = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
};

/** Options of a request besides its endpoint. `token: null` sends none. */
export type Requested = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
};

/**
 * Created once per process: every station of the same code has the same document, and compiling its checks takes
 * longer than most tests.
 */
let sharedCheck: Promise<OpenApiCheck> | undefined;

/**
 * A whole station on its own folder, reached over real HTTP on loopback; every answer is checked against the OpenAPI
 * document.
 */
export class TestStation implements AsyncDisposable {
  readonly folder: string;
  readonly #options: ServiceOptions;
  readonly #removeFolder: () => void;
  #service: RunningService;
  /** Own source address, e.g. 127.0.0.2; undefined = the default one. */
  from: string | undefined;

  private constructor(service: RunningService, options: ServiceOptions, removeFolder: () => void) {
    this.#service = service;
    this.#options = options;
    this.#removeFolder = removeFolder;
    this.folder = options.dataFolder;
  }

  static async start(input: Partial<ServiceOptions>): Promise<TestStation> {
    // In memory, because there are hundreds of stations, each of which would wait for the disk at every write.
    const folder = aQuickFolder();
    const options: ServiceOptions = { ...defaults(folder.path), ...input };
    try {
      return new TestStation(await startOnFreePort(options), options, () => folder[Symbol.dispose]());
    } catch (error) {
      folder[Symbol.dispose]();
      throw error;
    }
  }

  get service(): RunningService {
    return this.#service;
  }
  get url(): string {
    return this.#service.url;
  }
  get token(): string {
    return this.#service.token;
  }
  get enterpriseId(): string {
    return this.#service.enterpriseId;
  }

  /** Calls an endpoint of the contract; the OpenAPI document must have the answer. */
  async call<Reply extends z.ZodType>(
    endpoint: Endpoint<z.ZodType, z.ZodType, z.ZodType, Reply>,
    requested: Requested = {},
  ): Promise<Answer<z.output<Reply>>> {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(requested.params?.[name] ?? ''),
    );
    const search = requested.query === undefined ? '' : `?${new URLSearchParams(requested.query).toString()}`;
    const answer = await this.send(endpoint.method, path + search, requested);
    const check = await this.openApiCheck();
    check.assertDocumented({ method: endpoint.method, path: endpoint.path, ...answer });
    return answer as Answer<z.output<Reply>>;
  }

  /** Sends any request; `body` is sent as JSON unless it is text. */
  async send(method: string, path: string, requested: Requested = {}): Promise<Answer> {
    const token = requested.token === undefined ? this.token : requested.token;
    if (this.from !== undefined) return this.#sendFrom(this.from, method, path, requested);
    const response = await fetch(this.url + path, {
      method,
      headers: {
        ...(requested.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...requested.headers,
      },
      ...(requested.body === undefined
        ? {}
        : { body: typeof requested.body === 'string' ? requested.body : JSON.stringify(requested.body) }),
    });
    return { status: response.status, headers: response.headers, body: await readBody(response) };
  }

  async #sendFrom(localAddress: string, method: string, path: string, requested: Requested): Promise<Answer> {
    const token = requested.token === undefined ? this.token : requested.token;
    const headers = {
      ...(requested.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...requested.headers,
    };
    const sent = requested.body === undefined ? {} : { body: JSON.stringify(requested.body) };
    const answer = await rawRequest(this.url, { method, path, headers, localAddress, ...sent });
    const lines = answer.headers.split('\n');
    const got = new Headers();
    for (let at = 0; at + 1 < lines.length; at += 2) got.append(lines[at] ?? '', lines[at + 1] ?? '');
    const body: unknown = answer.body === '' ? '' : JSON.parse(answer.body);
    return { status: answer.status, headers: got, body };
  }

  /** The station's OpenAPI document. */
  async document(): Promise<object> {
    const { body } = await this.send('GET', '/openapi.json');
    return z.record(z.string(), z.unknown()).parse(body);
  }

  /** Checks against that document. */
  openApiCheck(): Promise<OpenApiCheck> {
    sharedCheck ??= this.document().then((document) => new OpenApiCheck(document));
    return sharedCheck;
  }

  /** Creates slots and returns them. */
  async slots(
    count: number,
    labelPrefix = 'A-',
  ): Promise<{ id: string; label: string; enrollmentToken: string }[]> {
    const { body } = await this.call(createSlots, { body: { count, labelPrefix } });
    return body.items;
  }

  /** An enrolled headset with its own token. */
  async enrolled(androidId = `android-${Math.random().toString(36).slice(2)}`) {
    const [slot] = await this.slots(1);
    const { enrollmentToken } = slot ?? { enrollmentToken: '' };
    const { body } = await this.call(enrolDevice, { body: { enrollmentToken, androidId } });
    return { id: body.id, androidId, enrollmentToken, token: body.accessToken };
  }

  /** Issues a token; by default of the station's own organisation and scope enterprise. */
  async issue(request: Partial<z.input<typeof issueToken.body>> = {}): Promise<string> {
    const { body } = await this.call(issueToken, { body: { scope: 'enterprise', ...request } });
    return body.token;
  }

  /** Creates another organisation and its first token. */
  async enterprise(name = 'Another school'): Promise<{ id: string; token: string }> {
    const { body } = await this.call(createEnterprise, { body: { name } });
    return { id: body.id, token: body.token };
  }

  /** Opens an event stream; the reader ends with its test. */
  stream(path: string, token = this.token, headers: Readonly<Record<string, string>> = {}) {
    return EventReader.open(this.url + path, { authorization: `Bearer ${token}`, ...headers });
  }

  /** Stops and starts again on the same folder, on another port unless the test chose one. */
  async restart(input: Partial<ServiceOptions> = {}): Promise<void> {
    await this.#service.stop();
    this.#service = await startOnFreePort({ ...this.#options, ...input });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#service.stop();
    this.#removeFolder();
  }
}

/** On a port that nothing takes after it has stopped: a window that is still open must not reach another test's station. */
async function startOnFreePort(options: ServiceOptions): Promise<RunningService> {
  return startService({ ...options, port: options.port === 0 ? await aFreePort() : options.port });
}

async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  return type.startsWith('application/json') && text !== '' ? (JSON.parse(text) as unknown) : text;
}

/** Starts a station for one test: `await using station = await aStation()`. */
export function aStation(input: Partial<ServiceOptions> = {}): Promise<TestStation> {
  return TestStation.start(input);
}

/** For a station that is opened without a listener. */
export const noHost: StationHost = {
  url: () => '',
  newLaunchUrl: () => '',
  restore: () => Promise.resolve(undefined),
};

/** The options of a test station on `dataFolder`. */
export function defaults(dataFolder: string): ServiceOptions {
  return {
    dataFolder,
    host: '127.0.0.1',
    port: 0,
    role: 'station',
    rateLimit: undefined,
    refusesUnknownTypes: false,
    trustedProxies: [],
    lan: undefined,
    webInterface: undefined,
    upstream: undefined,
    syncPace: 0,
    recover: undefined,
    masterKey: undefined,
    logLevel: 'silent',
    interfaceFolder: `${dataFolder}/no-interface`,
    version: '0.0.0-test',
    checksReplies: true,
    clock: systemClock,
  };
}
