import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import type { z } from 'zod';

import { getDevice, type Device } from '../../shared/contract/devices/devices.ts';
import { enrolDevice, enrolDeviceByCode, identifyType } from '../../shared/contract/enrolment/enrolment.ts';
import { ERROR_STATUS, type ErrorCode } from '../../shared/contract/errors.ts';
import {
  deviceEventInputSchema,
  MAX_EVENTS_PER_UPDATE,
  updateDevice,
  type Heartbeat,
} from '../../shared/contract/enrolment/heartbeat.ts';
import type { Settings } from '../../shared/contract/configuration/settings/settings.ts';
import { aBlankDevice } from './blank-device.ts';
import { aFreePort } from '../support/free-port.ts';

/** One received request. */
export type Seen = Readonly<{ method: string; path: string; token: string; body: unknown }>;

/** An answer of the double instead of its normal one. */
export type Fault = Readonly<{ status: number; headers: Record<string, string> }>;

/** A command as the station sends it. */
export type Sent = Readonly<{ commandId: string; event: string; message: Record<string, unknown> }>;

type Slot = {
  device: Device;
  /** Waiting commands of the headset. */
  waiting: Map<string, Sent>;
  accessToken: string | null;
  eventIds: string[];
  links: Set<ServerResponse>;
};
type Answer = Readonly<{ status: number; body: unknown }>;

const ENROL_TOKEN = 'enrol-token';

/**
 * A small station over real HTTP that checks every request with the contract and stores what it acknowledged, even
 * across restarts.
 */
export class StationDouble implements AsyncDisposable {
  readonly enrolToken = ENROL_TOKEN;
  /** Requests that the contract does not allow, as text. */
  readonly faults: string[] = [];
  readonly seen: Seen[] = [];
  /** Accepted answers to commands. */
  readonly answers: Record<string, unknown>[] = [];
  /** Every attempt to answer a command, with its result. */
  readonly posts: Readonly<{ commandId: string; status: number }>[] = [];
  /** Decides before anything else; null lets the request through. */
  faultFor: (seen: Seen) => Fault | null = () => null;
  readonly #slots = new Map<string, Slot>();
  readonly #codes = new Map<number, string>();
  #server: Server;
  #port = 0;
  #lastId = 0;
  #lastCode = 100_000;
  #lastCommand = 0;

  constructor() {
    this.#server = this.#aServer();
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#server = this.#aServer();
    this.#port ||= await aFreePort();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  /** Drops every connection and answers nothing until `start`. */
  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.stop();
  }

  aSlot(): Promise<{ id: string; enrollmentToken: string }> {
    const device = aBlankDevice(`slot-${this.#slots.size + 1}`);
    this.#slots.set(device.id, {
      device,
      accessToken: null,
      eventIds: [],
      links: new Set(),
      waiting: new Map(),
    });
    return Promise.resolve({ id: device.id, enrollmentToken: device.enrollmentToken });
  }

  aCode(deviceId: string): Promise<number> {
    this.#lastCode += 1;
    const code = this.#lastCode;
    this.#codes.set(code, deviceId);
    return Promise.resolve(code);
  }

  /** Makes every code issued so far void. */
  voidCodes(): void {
    for (const code of this.#codes.keys()) this.#codes.set(code, 'none');
  }

  revoke(deviceId: string): Promise<void> {
    const slot = this.#slot(deviceId);
    slot.accessToken = null;
    for (const link of slot.links) link.end();
    return Promise.resolve();
  }

  /** Ids of the stored events of a device, each as often as it was stored. */
  storedEvents(deviceId: string): Promise<string[]> {
    return Promise.resolve([...this.#slot(deviceId).eventIds]);
  }

  device(deviceId: string): Device {
    return this.#slot(deviceId).device;
  }

  /** Sends an event on the links of a device. */
  say(deviceId: string, event: string, data: unknown): void {
    this.#lastId += 1;
    for (const link of this.#slot(deviceId).links) {
      link.write(`id: ${this.#lastId}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    }
  }

  /** Changes the settings of a device and notifies it. Returns their revision. */
  configure(deviceId: string, settings: Settings): number {
    const { device } = this.#slot(deviceId);
    device.settings = settings;
    device.settingsRevision += 1;
    this.say(deviceId, 'settings', { revision: device.settingsRevision });
    return device.settingsRevision;
  }

  /** Sends a command on the links of a device; it is not repeated. */
  command(deviceId: string, event: string, message: Record<string, unknown> = {}): void {
    this.#lastCommand += 1;
    this.say(deviceId, 'command', { commandId: `c-${this.#lastCommand}`, event, message, expiresAt: null });
  }

  /** Sends a command with every link and every answer to a report, until it is answered. */
  commandUntilAnswered(deviceId: string, sent: Sent): void {
    this.#slot(deviceId).waiting.set(sent.commandId, sent);
    this.say(deviceId, 'command', { ...sent, expiresAt: null });
  }

  /** Everything that a device reported, oldest first. */
  reports(deviceId: string): Heartbeat[] {
    const own = this.seen.filter(({ method, path }) => method === 'PUT' && path === `/devices/${deviceId}`);
    return own.map(({ body }) => body as Heartbeat);
  }

  /** Breaks the links of a device, as a Wi-Fi failure does. */
  cutLinks(deviceId: string): void {
    for (const link of this.#slot(deviceId).links) link.destroy();
  }

  #slot(deviceId: string): Slot {
    const slot = this.#slots.get(deviceId);
    if (slot === undefined) throw new Error(`No slot ${deviceId}`);
    return slot;
  }

  #aServer(): Server {
    return createServer((request, response) => {
      this.#serve(request, response).catch((error: unknown) => {
        // An interrupted request is the network's fault.
        if (!request.destroyed) this.faults.push(String(error));
        response.destroy();
      });
    });
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const { method = '', url: path = '', headers } = request;
    if (text !== '' && headers['content-type'] !== 'application/json') this.faults.push('No content type');
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    const seen = { method, path, token, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
    this.seen.push(seen);
    const fault = this.faultFor(seen);
    if (fault !== null) {
      response.writeHead(fault.status, fault.headers).end('{"message":"Not now"}');
      return;
    }
    const link = /^\/devices\/([\w-]+)\/updates$/.exec(path)?.[1];
    if (link !== undefined) return this.#openLink(link, token, response);
    const { status, body } = this.#answer(seen);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  #openLink(deviceId: string, token: string, response: ServerResponse): void {
    const slot = this.#slots.get(deviceId);
    if (slot === undefined || token !== slot.accessToken) {
      const { status, body } = refuse('UNAUTHENTICATED');
      response.writeHead(status).end(JSON.stringify(body));
      return;
    }
    slot.links.add(response);
    response.on('close', () => slot.links.delete(response));
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const hello = {
      serverTime: new Date().toISOString(),
      settingsRevision: slot.device.settingsRevision,
    };
    response.write(`retry: 2000\nevent: hello\ndata: ${JSON.stringify(hello)}\n\n`);
    for (const sent of slot.waiting.values()) {
      response.write(`event: command\ndata: ${JSON.stringify({ ...sent, expiresAt: null })}\n\n`);
    }
  }

  #answer(seen: Seen): Answer {
    const { method, path, body, token } = seen;
    const operation = `${method} ${path}`;
    if (operation === 'POST /devices/whatiam') return this.#whatIAm(body, token);
    if (operation === 'POST /devices') {
      const { enrollmentToken, androidId } = this.#checked(enrolDevice.body, body);
      const slot = [...this.#slots.values()].find(({ device }) => device.enrollmentToken === enrollmentToken);
      return token === ENROL_TOKEN ? bind(slot, androidId) : refuse('UNAUTHENTICATED');
    }
    if (operation === 'POST /devices/manual-enrollment') {
      const { code, androidId } = this.#checked(enrolDeviceByCode.body, body);
      const slot = this.#slots.get(this.#codes.get(code) ?? 'none');
      this.#codes.delete(code);
      return token === ENROL_TOKEN ? bind(slot, androidId) : refuse('UNAUTHENTICATED');
    }
    const [, deviceId = '', rest = ''] = /^\/devices\/([\w-]+)(.*)$/.exec(path) ?? [];
    const slot = this.#slots.get(deviceId);
    if (slot === undefined) return refuse('DEVICE_NOT_FOUND');
    if (token !== slot.accessToken) return refuse('UNAUTHENTICATED');
    if (method === 'PUT' && rest === '') return this.#update(slot, body);
    if (method === 'GET' && rest === '') return { status: 200, body: getDevice.reply.parse(slot.device) };
    const commandId = /^\/commands\/([\w-]+)\/answer$/.exec(rest)?.[1];
    if (method === 'POST' && commandId !== undefined) return this.#acceptAnswer(slot, commandId, body);
    return refuse('NOT_FOUND');
  }

  #acceptAnswer(slot: Slot, commandId: string, body: unknown): Answer {
    const isAccepted = this.posts.some((post) => post.commandId === commandId && post.status === 204);
    const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
    const refusal = isObject ? 404 : 400;
    const status = isObject && !isAccepted ? 204 : refusal;
    this.posts.push({ commandId, status });
    if (status !== 204) return { status, body: { message: 'Not taken' } };
    this.answers.push(body as Record<string, unknown>);
    if (slot.waiting.get(commandId)?.event === 'unenroll') {
      slot.accessToken = null;
      for (const link of slot.links) link.end();
    }
    slot.waiting.delete(commandId);
    return { status, body: undefined };
  }

  #whatIAm(body: unknown, token: string): Answer {
    const { name, product } = this.#checked(identifyType.body, body);
    if (token !== ENROL_TOKEN) return refuse('UNAUTHENTICATED');
    return { status: 200, body: identifyType.reply.parse({ id: product, name, product, brand: 'generic' }) };
  }

  #update(slot: Slot, body: unknown): Answer {
    const { device } = slot;
    const heartbeat = this.#checked(updateDevice.body, body);
    const events = (heartbeat.events ?? []).map((event) => this.#checked(deviceEventInputSchema, event));
    if (events.length > MAX_EVENTS_PER_UPDATE) this.faults.push(`${events.length} events in one request`);
    for (const { eventId } of events) {
      if (!slot.eventIds.includes(eventId)) slot.eventIds.push(eventId);
    }
    const reply = {
      id: device.id,
      lastHeartbeatAt: new Date().toISOString(),
      acknowledged: events.map(({ eventId }) => eventId),
      rejected: [],
      settingsRevision: device.settingsRevision,
      commands: [...slot.waiting.values()].map((sent) => ({ ...sent, expiresAt: null })),
    };
    return { status: 200, body: updateDevice.reply.parse(reply) };
  }

  #checked<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    this.faults.push(parsed.error.message);
    throw parsed.error;
  }
}

function bind(slot: Slot | undefined, androidId: string): Answer {
  if (slot === undefined || (slot.device.androidId ?? androidId) !== androidId) {
    return refuse('ENROLMENT_CODE_UNKNOWN');
  }
  slot.device.androidId = androidId;
  slot.accessToken = `token-of-${slot.device.id}`;
  return { status: 200, body: { ...slot.device, accessToken: slot.accessToken } };
}

function refuse(code: ErrorCode): Answer {
  return { status: ERROR_STATUS[code], body: { error: code, message: code, code } };
}

/** Starts one; the caller disposes of it. */
export async function aStationDouble(): Promise<StationDouble> {
  const station = new StationDouble();
  await station.start();
  return station;
}
