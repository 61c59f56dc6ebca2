const STORED_HELD = 'muster.held';

/** True while a teacher has the class open in this browser: pupils within reach of it do not get past the board. */
export function isHeld(): boolean {
  return localStorage.getItem(STORED_HELD) !== null;
}

/** From now on every address of this browser shows the class, until somebody leaves it with a passcode or signs out. */
export function hold(): void {
  localStorage.setItem(STORED_HELD, 'yes');
}

/** The way out is open again. */
export function letGo(): void {
  localStorage.removeItem(STORED_HELD);
}
