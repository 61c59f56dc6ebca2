import { powerSaveBlocker } from 'electron';

/** Prevents the computer from sleeping while headsets download contents. The screen may turn off. */
export class Wakefulness {
  #blocker: number | undefined;

  /** `isNeeded`: headsets are downloading. */
  set(isNeeded: boolean): void {
    if (isNeeded && this.#blocker === undefined) {
      this.#blocker = powerSaveBlocker.start('prevent-app-suspension');
    } else if (!isNeeded && this.#blocker !== undefined) {
      powerSaveBlocker.stop(this.#blocker);
      this.#blocker = undefined;
    }
  }
}
