import type { z } from 'zod';

import { StationClient, systemClock } from '../../main/simulator/index.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { listEvents } from '../../shared/contract/devices/events.ts';
import { createCodes, createSlots } from '../../shared/contract/operations/station.ts';
import { issueToken, listTokens, revokeToken } from '../../shared/contract/access/tokens.ts';
import { aFolder, startStation, type StationProcess } from '../bench/processes.ts';
import { aFreePort } from '../support/free-port.ts';

/** The station itself, in its own process on its own folder. */
export class RealStation implements AsyncDisposable {
  readonly #folder: Awaited<ReturnType<typeof aFolder>>;
  #process: StationProcess;
  #enrolToken = '';

  constructor(folder: Awaited<ReturnType<typeof aFolder>>, process: StationProcess) {
    this.#folder = folder;
    this.#process = process;
  }

  get url(): string {
    return this.#process.url;
  }

  get enrolToken(): string {
    return this.#enrolToken;
  }

  get folder(): string {
    return this.#folder.path;
  }

  /** Issues the token with which headsets enrol. */
  async prepare(): Promise<void> {
    this.#enrolToken = (await this.ask(issueToken, { body: { scope: 'enroll' } })).token;
  }

  async aSlot(): Promise<{ id: string; enrollmentToken: string }> {
    const { items } = await this.ask(createSlots, { body: { count: 1, labelPrefix: 'T-' } });
    const [slot] = items;
    if (slot === undefined) throw new Error('No slot');
    return slot;
  }

  async aCode(deviceId: string): Promise<number> {
    const [slot] = await this.ask(createCodes, { body: { devicesId: [deviceId] } });
    if (slot?.code === undefined) throw new Error('No code');
    return slot.code;
  }

  async revoke(deviceId: string): Promise<void> {
    const { items } = await this.ask(listTokens, { body: {} });
    for (const token of items.filter((item) => item.deviceId === deviceId && item.revokedAt === null)) {
      await this.ask(revokeToken, { params: { tokenId: token.id }, body: {} });
    }
  }

  /** Ids of the stored events of a device, each as often as it is stored. */
  async storedEvents(deviceId: string): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ; page += 1) {
      const query = { page, limit: 100 };
      const { items } = await this.ask(listEvents, { params: { deviceId }, query, body: {} });
      ids.push(...items.map(({ eventId }) => eventId));
      if (items.length < 100) return ids;
    }
  }

  /** Kills it without warning and starts it again at the same address. */
  async crash(): Promise<void> {
    const port = Number(new URL(this.url).port);
    await this.#process.kill();
    this.#process = await startStation(this.folder, port);
  }

  /** Calls the station as its organisation. @throws {Error} if it does not answer as expected. */
  async ask<Body extends z.ZodType, Reply extends z.ZodType>(
    endpoint: Endpoint<z.ZodType, z.ZodType, Body, Reply>,
    input: { params?: Record<string, string>; query?: Record<string, string | number>; body: z.input<Body> },
  ): Promise<z.output<Reply>> {
    const client = new StationClient(this.url, this.#process.token, systemClock);
    const outcome = await client.call(endpoint, input);
    await client.disconnect();
    if (outcome.kind !== 'answered') throw new Error(`${endpoint.path}: ${JSON.stringify(outcome)}`);
    return outcome.reply;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#process[Symbol.asyncDispose]();
    await this.#folder[Symbol.asyncDispose]();
  }
}

/** Starts one; the caller disposes of it. */
export async function aRealStation(): Promise<RealStation> {
  const folder = await aFolder();
  const station = new RealStation(folder, await startStation(folder.path, await aFreePort()));
  await station.prepare();
  return station;
}
