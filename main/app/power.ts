import { powerSaveBlocker } from 'electron';

/** Keeps the computer from falling asleep while headsets fetch contents. The screen may go dark. */
export class Wakefulness {
  #blocker: number | undefined;

  /** `isNeeded`: something is on its way to headsets. */
  set(isNeeded: boolean): void {
    if (isNeeded && this.#blocker === undefined) {
      this.#blocker = powerSaveBlocker.start('prevent-app-suspension');
    } else if (!isNeeded && this.#blocker !== undefined) {
      powerSaveBlocker.stop(this.#blocker);
      this.#blocker = undefined;
    }
  }
}
