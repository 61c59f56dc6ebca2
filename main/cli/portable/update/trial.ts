import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

import { version as ownVersion } from '../../product.ts';
import { isInUse } from '../second-start.ts';
import { type CopyFolder, programName } from './copy-folder.ts';

/** How long a new version may take until it is ready, in ms. */
const READY_MS = 30_000;
/** A start that a power cut interrupted is tried once more. */
const MAX_ATTEMPTS = 2;
/** Set for a version on trial. */
const TRIAL = 'MUSTER_TRIAL';
const READY = 'muster: ready';
const KEPT = 'muster: kept';

/** A version that was started and is replaced by the one before if it does not become ready. */
export class Trial {
  readonly #child: ChildProcess;
  readonly ended: Promise<number>;
  #isStopped = false;

  constructor(app: string, argv: readonly string[]) {
    const words = [...process.execArgv, join(app, 'start.cjs'), ...argv];
    this.#child = spawn(join(app, programName()), words, {
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, [TRIAL]: '1' },
    });
    this.ended = new Promise((resolve) => {
      this.#child.once('error', () => resolve(1)).once('exit', (code) => resolve(code ?? 1));
    });
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Waits until it is ready, at most 30 s; otherwise it is killed. */
  async isReady(): Promise<boolean> {
    const ready = new Promise<boolean>((resolve) => {
      this.#child.on('message', (message) => void (message === READY && resolve(true)));
    });
    const isReady = await Promise.race([
      ready,
      this.ended.then(() => false),
      setTimeout(READY_MS, false, { ref: false }),
    ]);
    if (!isReady) {
      this.#child.kill('SIGKILL');
      await this.ended;
    }
    return isReady;
  }

  /** Lets it serve: it is the current version now. */
  keep(): void {
    if (this.#child.connected) this.#child.send(KEPT);
  }

  /** Asks it to stop, as a service manager or Ctrl C asks this process, and waits. */
  async stop(): Promise<void> {
    if (!this.#isStopped) this.#child.kill('SIGTERM');
    this.#isStopped = true;
    await this.ended;
  }
}

/** The side of the version on trial. */
export type OnTrial = {
  /** Reports that the station is ready, and waits until it is kept; otherwise stops it and ends the process. */
  readonly confirm: (stop: () => Promise<void>) => Promise<void>;
};

/** Returns the trial that this process is in; undefined if it was started otherwise. */
export function joinTrial(env: NodeJS.ProcessEnv): OnTrial | undefined {
  if (env[TRIAL] === undefined || process.send === undefined) return undefined;
  // Not for programs that this one starts.
  delete process.env[TRIAL];
  return {
    async confirm(stop) {
      const isKept = await new Promise<boolean>((resolve) => {
        process.once('message', (message) => resolve(message === KEPT));
        process.once('disconnect', () => resolve(false));
        process.send?.(READY, undefined, undefined, (error: Error | null) => {
          if (error !== null) resolve(false);
        });
      });
      if (isKept) return process.disconnect();
      // The version before was killed: the next start decides.
      await stop();
      process.exit(1);
    },
  };
}

/** Why this version starts: no other one is to be tried, or one failed, and its changes to the data are to be undone. */
export type Outcome = { readonly exitCode: number } | { readonly isUndoing: boolean };

type StartInput = {
  readonly copy: CopyFolder;
  readonly dataFolder: string;
  /** The words of this start, for the new version. */
  readonly argv: readonly string[];
  /** Called with the trial, to stop it. */
  readonly onTrial?: (trial: Trial) => void;
};

/**
 * Starts the version that is waiting in a copy, if there is one, and runs until it ends. Whatever kills the computer
 * meanwhile, the next start finds the note: it tries the version once more, and then returns to the one before.
 */
export async function startWaiting({ copy, dataFolder, argv, onTrial }: StartInput): Promise<Outcome> {
  const note = copy.note();
  if (note === undefined || note.step === 'failed') return { isUndoing: false };
  if (note.version === ownVersion) {
    copy.clearNote();
    return { isUndoing: false };
  }
  if (note.step === 'undoing') return { isUndoing: true };
  // A second start opens the window of the running station.
  if (isInUse(dataFolder)) return { isUndoing: false };
  if (note.attempts < MAX_ATTEMPTS && copy.has(note.version)) {
    copy.setNote({ ...note, step: 'trying', attempts: note.attempts + 1 });
    const trial = new Trial(copy.app(note.version), argv);
    onTrial?.(trial);
    const exitCode = await runTrial(trial, () => copy.use(note.version));
    if (exitCode !== undefined) return { exitCode };
    // Another start was faster, and tries it.
    if (isInUse(dataFolder)) return { isUndoing: false };
  }
  copy.setNote({ ...note, step: 'undoing' });
  console.error(
    `muster: Version ${note.version} did not start, so ${ownVersion} starts again, with the data from before.`,
  );
  return { isUndoing: true };
}

/** Runs a version until it ends, and returns its exit code; undefined if it did not become ready. */
async function runTrial(trial: Trial, makeCurrent: () => void): Promise<number | undefined> {
  const stop = (): void => void trial.stop();
  process.on('SIGTERM', stop).on('SIGINT', stop);
  try {
    if (await trial.isReady()) {
      try {
        makeCurrent();
      } catch (error) {
        // The disk is full: the version before does not need to write anything there.
        console.error(`muster: ${String(error)}`);
        await trial.stop();
        return undefined;
      }
      trial.keep();
      return await trial.ended;
    }
    // Stopped by a person: the next start tries it again.
    return trial.isStopped ? 0 : undefined;
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop);
  }
}

/** Notes that the version before runs again, with its data. */
export function settle(copy: CopyFolder): void {
  const note = copy.note();
  if (note?.step === 'undoing') copy.setNote({ ...note, step: 'failed' });
}
