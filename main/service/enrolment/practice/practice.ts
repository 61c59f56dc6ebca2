import { randomInt } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';

import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { startPractice } from '../../../../shared/contract/operations/station.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { Mutex } from '../../kernel/mutex.ts';
import { threadEntry } from '../../kernel/workers.ts';
import type { Records } from '../../devices/index.ts';
import { changeEach, removeDevice } from '../../devices/changes/index.ts';
import { CODE_LIFE_MS, type CodeGuard } from '../../devices/codes/index.ts';
import type { ReadyApps } from '../../content/index.ts';
import { writeSettings } from '../../configuration/index.ts';
import { createSlots, type Slot } from '../join/slots.ts';
import { issueSlotCodes } from '../join/issue-codes.ts';
import { addPracticeApps, PRACTICE_PACKAGES, type PracticeApp } from './practice-apps.ts';

type Order = z.output<typeof startPractice.body>;
type PracticeStatus = z.input<typeof startPractice.reply>;
type StartRefusal = Failure<'CONFLICT' | 'FORBIDDEN' | 'VALIDATION_FAILED'>;

/** A practice cart in use. */
type Running = {
  readonly cart: { readonly id: string; readonly label: string };
  readonly enterpriseId: EnterpriseId;
  readonly slots: readonly Slot[];
  readonly worker: Worker;
};

const messageSchema = z.object({
  type: z.string(),
  id: z.string().optional(),
  message: z.string().optional(),
});

/** Interval between heartbeats of a practice headset, in ms; shorter than a real one, so that something is visible. */
const HEARTBEAT_MS = 10_000;

/**
 * The practice cart: real slots and codes of this station, for simulated headsets in a thread of their own that use
 * its HTTP interface like any other. One at a time.
 */
export class Practice {
  readonly #records: Records;
  readonly #guard: CodeGuard;
  readonly #library: ReadyApps;
  readonly #url: () => string;
  /** Starting and removing take a while, so they run one after the other. */
  readonly #turns = new Mutex();
  #running: Running | undefined;

  /** `url` returns the loopback URL of this station once it listens. */
  constructor(records: Records, guard: CodeGuard, library: ReadyApps, url: () => string) {
    this.#records = records;
    this.#guard = guard;
    this.#library = library;
    this.#url = url;
  }

  /** Returns the status for an organisation, which does not see the cart of another. */
  statusFor(enterpriseId: string | null): PracticeStatus {
    const running = this.#running?.enterpriseId === enterpriseId ? this.#running : undefined;
    return {
      isRunning: running !== undefined,
      cart: running?.cart ?? null,
      count: running?.slots.length ?? 0,
    };
  }

  /** Creates the slots and starts the headsets. */
  start(order: Order, caller: Caller): Promise<PracticeStatus | StartRefusal> {
    return this.#turns.run(() => this.#start(order, caller));
  }

  async #start(order: Order, caller: Caller): Promise<PracticeStatus | StartRefusal> {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    if (this.#running !== undefined) {
      return new Failure('CONFLICT', 'A practice cart is running already. Remove it first.');
    }
    // Before the slots: screens load the names of apps when the cart appears.
    const { settings, apps } = await addPracticeApps(this.#library, enterpriseId);
    const { writer } = this.#records.core;
    const cart = { id: `practice-${Date.now().toString(36)}`, label: order.label };
    const { count, labelPrefix } = order;
    const prepared = await writer.run((afterCommit) => {
      const slotOrder = { count, labelPrefix, start: 1, pad: 2, cart, isPractice: true };
      const slots = createSlots(this.#records, enterpriseId, slotOrder, afterCommit);
      if (slots instanceof Failure) return slots;
      const ids = slots.map((slot) => slot.id);
      const codes = issueSlotCodes(this.#records, this.#guard, ids, {
        caller,
        renew: false,
        issuedBy: null,
        afterCommit,
      });
      const request = { scope: 'enroll', kind: 'issued', label: 'practice cart', enterpriseId } as const;
      const expiresInSec = CODE_LIFE_MS / 1_000;
      const token = this.#records.tokens.add({ ...request, deviceId: null, fleetAccess: [], expiresInSec });
      return { slots, codes, token };
    });
    if (prepared instanceof Failure) {
      // A cart of an earlier run of the station keeps its apps.
      if (this.#records.devices.practiceIds(enterpriseId).length === 0)
        await this.#library.remove(enterpriseId, PRACTICE_PACKAGES);
      return prepared;
    }
    const text = JSON.stringify(settings);
    const ids = prepared.slots.map(({ id }) => id);
    await changeEach(this.#records, { ids, caller, kind: 'configure' }, (record, changing) =>
      writeSettings(this.#records, record, text, changing),
    );
    const enrollToken = this.#records.tokens.sign(prepared.token);
    const places = prepared.slots.map((slot, index) => ({ ...slot, code: prepared.codes[index]?.code }));
    const worker = this.#startWorker({ enrollToken, slots: places, apps, paceMs: order.paceMs });
    this.#running = { cart, enterpriseId, slots: prepared.slots, worker };
    return this.statusFor(enterpriseId);
  }

  /** Stops the headsets and deletes their records and apps, including those left by an earlier run of the station. */
  remove(caller: Caller): Promise<PracticeStatus> {
    return this.#turns.run(() => this.#remove(caller));
  }

  async #remove(caller: Caller): Promise<PracticeStatus> {
    if (this.#running?.enterpriseId === caller.enterpriseId) await this.stop();
    const { devices, core } = this.#records;
    await core.writer.run((afterCommit) => {
      for (const id of devices.practiceIds(caller.enterpriseId ?? '')) {
        const record = devices.find(id);
        if (record !== undefined) removeDevice(this.#records, record, afterCommit);
      }
    });
    await this.#library.remove(caller.enterpriseId ?? '', PRACTICE_PACKAGES);
    return this.statusFor(caller.enterpriseId);
  }

  /** Stops the headsets; their records stay. */
  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.worker.terminate();
  }

  #startWorker(plan: {
    readonly enrollToken: string;
    readonly slots: readonly object[];
    readonly apps: readonly PracticeApp[];
    readonly paceMs: number;
  }): Worker {
    const { log } = this.#records.core;
    const worker = new Worker(threadEntry('practice-worker'), {
      workerData: {
        ...plan,
        url: this.#url(),
        seed: randomInt(2 ** 31),
        heartbeatMs: HEARTBEAT_MS,
      },
    });
    worker.unref();
    worker.on('message', (raw: unknown) => {
      const message = messageSchema.safeParse(raw).data;
      if (message?.type === 'code-refused' && message.id !== undefined) this.#sendNewCode(message.id);
      else if (message?.message !== undefined) log.debug({ practice: message }, 'practice cart');
    });
    worker.on('error', (error) => log.warn({ err: error }, 'the practice cart stopped'));
    return worker;
  }

  /** Passes a headset the current code of its slot, unless it enrolled meanwhile. */
  #sendNewCode(id: string): void {
    const running = this.#running;
    const slot = running?.slots.find((each) => each.id === id);
    if (running === undefined || slot === undefined) return;
    const caller = { reach: new Set([running.enterpriseId]) };
    this.#records.core.writer
      .run((afterCommit) =>
        issueSlotCodes(this.#records, this.#guard, [id], {
          caller,
          renew: false,
          issuedBy: null,
          afterCommit,
        }),
      )
      .then(([input]) => running.worker.postMessage({ type: 'code', id, code: input?.code }))
      .catch((error: unknown) =>
        this.#records.core.log.warn({ err: error }, 'no code for a practice headset'),
      );
  }
}
