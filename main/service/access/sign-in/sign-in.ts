import type { Role } from '../../../../shared/contract/access/roles.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import { isPasscode } from '../passcodes/hash.ts';
import { openPasscodeTries } from '../passcodes/attempts.ts';
import type { PasscodeHasher } from '../people/passcode-hasher.ts';
import type { PeopleStore, PersonRow } from '../people/store.ts';
import type { StationPasscode } from './station-passcode.ts';

/** The owner of a passcode; without a person it is the station's own. */
export type SignedIn = {
  readonly role: Role;
  readonly personId: string | null;
  readonly name: string | null;
  /** The carts that the person is limited to; null: no limit. */
  readonly carts: PersonRow['carts'];
};

type Refusal = Failure<'RATE_LIMITED' | 'UNAUTHENTICATED'>;

/** Verifies passcodes, and delays guessing. */
export class SignIn {
  readonly #core: Core;
  readonly #stationPasscode: StationPasscode;
  readonly #people: PeopleStore;
  readonly #hasher: PasscodeHasher;
  readonly #tries: ReturnType<typeof openPasscodeTries>;

  constructor(core: Core, stationPasscode: StationPasscode, people: PeopleStore, hasher: PasscodeHasher) {
    this.#core = core;
    this.#stationPasscode = stationPasscode;
    this.#people = people;
    this.#hasher = hasher;
    this.#tries = openPasscodeTries(core.db);
  }

  /** True while a passcode opens the interface over the local network. */
  get isPossible(): boolean {
    return this.#stationPasscode.hash() !== null || this.#people.count() > 0;
  }

  /**
   * Returns the owner of the passcode, or a refusal. An attempt counts unless the passcode is right. The station's own
   * passcode is valid on the local network only: on this computer a person's passcode is required.
   */
  async prove(passcode: string, address: string, isFromLan: boolean): Promise<SignedIn | Refusal> {
    const { clock, writer } = this.#core;
    if (!this.isPossible) return wrong();
    const begun = await writer.run(() => {
      const nowMs = clock.now();
      const waitMs = this.#tries.waitMs(address, nowMs);
      return waitMs > 0 ? tooMany(waitMs) : this.#tries.begin(address, nowMs);
    });
    if (begun instanceof Failure) return begun;
    const who = (await this.#findPerson(passcode)) ?? (isFromLan ? await this.#station(passcode) : undefined);
    if (who === undefined) return wrong();
    await writer.run(() => {
      begun();
      if (who.personId !== null) this.#people.signedIn(who.personId, clock.now());
    });
    return who;
  }

  async #findPerson(passcode: string): Promise<SignedIn | undefined> {
    if (this.#people.count() === 0) return undefined;
    const hash = await this.#hasher.find(passcode);
    // Looked up after the derivation: one that was removed meanwhile is invalid.
    const person = hash === undefined ? undefined : this.#people.findByPasscode(hash);
    if (person === undefined) return undefined;
    const { id: personId, name, role, carts } = person;
    return { role, personId, name, carts };
  }

  async #station(passcode: string): Promise<SignedIn | undefined> {
    const stored = this.#stationPasscode.hash();
    if (stored === null || !(await isPasscode(passcode, stored))) return undefined;
    // Changed meanwhile: the old one is invalid.
    return this.#stationPasscode.hash() === stored
      ? { role: 'technician', personId: null, name: null, carts: null }
      : undefined;
  }
}

function wrong(): Failure<'UNAUTHENTICATED'> {
  return new Failure('UNAUTHENTICATED', 'Wrong passcode.');
}

function tooMany(waitMs: number): Failure<'RATE_LIMITED'> {
  const retryAfterSec = Math.ceil(waitMs / 1_000);
  return new Failure('RATE_LIMITED', `Too many wrong passcodes. Wait ${retryAfterSec} s.`, { retryAfterSec });
}
