import { Failure } from '../../failure.ts';
import type { Core } from '../../core.ts';
import { isPasscode } from './hash.ts';
import type { LanSettingStore } from './store.ts';
import { openPasscodeTries } from './tries.ts';

/** Proves the passcode, and keeps who guesses waiting. */
export class PasscodeCheck {
  readonly #core: Core;
  readonly #settings: LanSettingStore;
  readonly #tries: ReturnType<typeof openPasscodeTries>;

  constructor(core: Core, settings: LanSettingStore) {
    this.#core = core;
    this.#settings = settings;
    this.#tries = openPasscodeTries(core.db);
  }

  /** Settles with a refusal, or with undefined where the passcode is right. A try counts until it turns out right. */
  async refuse(
    passcode: string,
    address: string,
  ): Promise<Failure<'RATE_LIMITED' | 'UNAUTHENTICATED'> | undefined> {
    const { clock, writer } = this.#core;
    const stored = this.#settings.get().passcode;
    if (stored === null) return wrong();
    const begun = await writer.run(() => {
      const nowMs = clock.now();
      const waitMs = this.#tries.waitMs(address, nowMs);
      return waitMs > 0 ? tooMany(waitMs) : this.#tries.begin(address, nowMs);
    });
    if (begun instanceof Failure) return begun;
    const isRight = await isPasscode(passcode, stored);
    // Changed while it was looked at: the old one opens nothing any more.
    if (!isRight || this.#settings.get().passcode !== stored) return wrong();
    await writer.run(begun);
    return undefined;
  }
}

function wrong(): Failure<'UNAUTHENTICATED'> {
  return new Failure('UNAUTHENTICATED', 'This is not the passcode of the station.');
}

function tooMany(waitMs: number): Failure<'RATE_LIMITED'> {
  const retryAfterSec = Math.ceil(waitMs / 1_000);
  return new Failure('RATE_LIMITED', `Too many wrong passcodes. Wait ${retryAfterSec} s.`, { retryAfterSec });
}
