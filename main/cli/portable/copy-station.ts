import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import type { UpdateSettings, UpdateState } from '../../../shared/update-state.ts';
import { type RunningService, type ServiceOptions, startService } from '../../service/index.ts';
import { programSettingsSchema, SettingsFile } from '../../updates/settings-file.ts';
import { UpdateError, Updates } from '../../updates/updates.ts';
import { type Opener, present } from '../present.ts';
import { endWith, stopOnSignals } from '../serve/serve-command.ts';
import type { CopyFolder } from './update/copy-folder.ts';
import { isPackage, updateParts } from './update/this-copy.ts';
import { type OnTrial, settle, startWaiting, type Trial } from './update/trial.ts';

/** Interval at which an update checks whether the station is idle, in ms. */
const IDLE_CHECK_MS = 10_000;
/** How long a request waits for a check, in ms. */
const ANSWER_MS = 1_000;

/** What a station of a copy is started with. */
export type StationInput = {
  readonly options: ServiceOptions;
  readonly open: Opener | undefined;
  /** Undefined if this program does not update itself. */
  readonly copy: CopyFolder | undefined;
  /** The words of this start, for a new version. */
  readonly argv: readonly string[];
  /** Set if this version is on trial. */
  readonly trial: OnTrial | undefined;
};

/** The station of a copy, which a person quits and updates in the interface. */
export class CopyStation {
  readonly #input: StationInput;
  readonly #updates: Updates | undefined;
  #service: RunningService | undefined;
  #isRunning = false;
  #stopsOnSignals = false;
  #newVersion: Trial | undefined;
  #trial: OnTrial | undefined;
  #keyboard: { close(): void } | undefined;

  constructor(input: StationInput) {
    this.#input = input;
    this.#trial = input.trial;
    const { copy, options } = input;
    if (copy === undefined) return;
    this.#updates = new Updates(
      new SettingsFile(join(options.dataFolder, 'updates.json'), programSettingsSchema),
      () => this.#isBusy,
      updateParts(copy, (version) => this.#restartWith(copy, version)),
    );
  }

  /** Starts it. `isUndoing`: a newer version failed, and may have changed the data. @throws {StartError} */
  async start(isUndoing: boolean, port = this.#input.options.port, open = this.#input.open): Promise<void> {
    const { copy, options } = this.#input;
    const updates = copy === undefined ? (isPackage() ? 'package' : undefined) : this.#programUpdates();
    const service = await startService({
      ...options,
      ...(isUndoing ? { recover: 'older' } : {}),
      port,
      program: { quit: () => void this.stop().then(() => process.exit(0)), updates },
    });
    this.#service = service;
    this.#isRunning = true;
    await this.#trial?.confirm(() => service.stop());
    // Kept: it starts again later if an update of its own fails.
    this.#trial = undefined;
    if (copy !== undefined) settle(copy);
    void service.failed.then(endWith);
    // Once, and before the terminal says that it is on.
    if (!this.#stopsOnSignals) stopOnSignals(() => this.stop());
    this.#stopsOnSignals = true;
    this.#keyboard = await present(service, open);
    void this.#keepUpdated();
  }

  /** Stops the station, or the new version that replaced it. */
  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#newVersion?.stop();
    await this.#service?.stop();
  }

  /** True while something runs that an update must not interrupt. */
  get #isBusy(): boolean {
    const activity = this.#isRunning ? this.#service?.activity() : undefined;
    const { downloads = 0, uploads = 0, codes = 0, syncs = 0 } = activity ?? {};
    return downloads + uploads + codes + syncs > 0;
  }

  async #keepUpdated(): Promise<void> {
    const updates = this.#updates;
    if (updates === undefined) return;
    await updates.start();
    const service = this.#service;
    while (service !== undefined && service === this.#service) {
      await setTimeout(IDLE_CHECK_MS, undefined, { ref: false });
      if (!this.#isBusy) updates.resume();
    }
  }

  #programUpdates() {
    const updates = this.#updates;
    if (updates === undefined) return undefined;
    return {
      get state(): UpdateState {
        return updates.state;
      },
      set: (settings: UpdateSettings) => soon(updates, updates.set(settings)),
      check: () => soon(updates, updates.check()),
      install: (): UpdateState => {
        void updates.install({
          stop: () => this.stop(),
          resume: () => void this.start(true, this.#port, undefined).catch(endWith),
        });
        return updates.state;
      },
    };
  }

  /** The port of the last run: open pages reconnect there. */
  get #port(): number {
    return Number(new URL(this.#service?.url ?? '').port);
  }

  /** Replaces the stopped station with a new version. @throws {UpdateError} if that does not become ready. */
  async #restartWith(copy: CopyFolder, version: string): Promise<void> {
    this.#keyboard?.close();
    copy.setNote({ version, step: 'waiting', attempts: 0 });
    const outcome = await startWaiting({
      copy,
      dataFolder: this.#input.options.dataFolder,
      argv: [...this.#input.argv, '--port', String(this.#port), '--no-open'],
      onTrial: (trial) => (this.#newVersion = trial),
    });
    if ('exitCode' in outcome) process.exit(outcome.exitCode);
    throw new UpdateError('NOT_READY');
  }
}

/** Returns the state after a check, or during one that takes longer: a request does not wait for a download. */
async function soon(updates: Updates, check: Promise<UpdateState>): Promise<UpdateState> {
  await Promise.race([check, setTimeout(ANSWER_MS, undefined, { ref: false })]);
  return updates.state;
}
