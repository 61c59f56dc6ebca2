const STORED_HELD = 'muster.held';

/** Returns true while a teacher has the class open in this browser: pupils cannot leave the board. */
export function isLockedToClass(): boolean {
  return localStorage.getItem(STORED_HELD) !== null;
}

/** From now on every URL of this browser shows the class, until a person leaves it with a passcode or signs out. */
export function lockToClass(): void {
  localStorage.setItem(STORED_HELD, 'yes');
}

/** Unlocks the exit again. */
export function unlockClass(): void {
  localStorage.removeItem(STORED_HELD);
}
