/** The sounds of results. */
export type Sound = 'accepted' | 'ready' | 'failed' | 'complete' | 'putOn';

type Note = { readonly hertz: number; readonly startMs: number; readonly lengthMs: number };

const NOTES: Readonly<Record<Sound, readonly Note[]>> = {
  accepted: [{ hertz: 660, startMs: 0, lengthMs: 70 }],
  ready: [
    { hertz: 660, startMs: 0, lengthMs: 90 },
    { hertz: 880, startMs: 90, lengthMs: 90 },
  ],
  failed: [
    { hertz: 220, startMs: 0, lengthMs: 160 },
    { hertz: 220, startMs: 240, lengthMs: 160 },
  ],
  putOn: [{ hertz: 440, startMs: 0, lengthMs: 160 }],
  complete: [
    { hertz: 660, startMs: 0, lengthMs: 110 },
    { hertz: 830, startMs: 110, lengthMs: 110 },
    { hertz: 990, startMs: 220, lengthMs: 110 },
  ],
};

/** Best first: of several results within the window only the last one in this list is played. */
const BY_URGENCY: readonly Sound[] = ['accepted', 'ready', 'complete', 'putOn', 'failed'];
const WINDOW_MS = 400;
/** −18 dBFS. */
const PEAK = 10 ** (-18 / 20);
const RAMP_S = 0.008;

/** Returns the one sound for several results: the worst of them. */
export function worstOf(sounds: readonly Sound[]): Sound | null {
  return sounds.reduce<Sound | null>(
    (worst, sound) =>
      worst === null || BY_URGENCY.indexOf(sound) > BY_URGENCY.indexOf(worst) ? sound : worst,
    null,
  );
}

function playNotes(context: AudioContext, notes: readonly Note[]): void {
  for (const { hertz, startMs, lengthMs } of notes) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    const from = context.currentTime + startMs / 1_000;
    const to = from + lengthMs / 1_000;
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(PEAK, from + RAMP_S);
    gain.gain.setValueAtTime(PEAK, to - RAMP_S);
    gain.gain.linearRampToValueAtTime(0, to);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(from);
    oscillator.stop(to);
  }
}

/** Plays results; close it with its screen. */
export class SoundDesk {
  #context: AudioContext | null = null;
  #pending: Sound[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** Plays the worst result within 400 ms, once. Silent if the browser does not allow sound yet. */
  play(sound: Sound): void {
    this.#pending.push(sound);
    this.#timer ??= setTimeout(() => this.#flush(), WINDOW_MS);
  }

  #flush(): void {
    this.#timer = null;
    const sound = worstOf(this.#pending.splice(0));
    // Before the first key or click the browser refuses, with a warning: sounds only repeat what is visible.
    if (sound === null || !navigator.userActivation.hasBeenActive) return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    if (context.state === 'running') {
      playNotes(context, NOTES[sound]);
      return;
    }
    context.resume().then(
      () => playNotes(context, NOTES[sound]),
      () => undefined,
    );
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    void this.#context?.close();
    this.#context = null;
  }
}

const SWITCH_KEY = 'muster.enrol.sound';

/** Returns whether sound is on in Enrol; on until switched off on this computer. */
export function isSoundOn(storage: Pick<Storage, 'getItem'>): boolean {
  return storage.getItem(SWITCH_KEY) !== 'off';
}

/** Stores the switch. */
export function saveSoundOn(storage: Pick<Storage, 'setItem'>, isOn: boolean): void {
  storage.setItem(SWITCH_KEY, isOn ? 'on' : 'off');
}
