import type { Random } from '../../agent/random.ts';

/** An application that can be in the foreground; `contentId` if managed. */
export type App = Readonly<{ packageName: string; contentId: string | null }>;

/**
 * Things that can be used: the applications that people choose from, the videos, and the one application of kiosk mode.
 */
export type Scene = Readonly<{ apps: readonly App[]; videos: readonly string[]; kiosk: App | null }>;

type Play = Readonly<{ contentId: string; startedAtMs: number }>;
type Front = Readonly<{ app: App; startedAtMs: number }>;

/** Videos that people watch if none are assigned. */
const DEMO_VIDEOS = Array.from({ length: 12 }, (_, index) => `video-${index + 1}`);

/** Called with events. */
type RecordEvent = (type: string, payload: Record<string, unknown>) => void;

/**
 * The wearer of the headset, the app in the foreground, and the playing video. People come and go by chance; commands
 * and kiosk mode put an application in the foreground. Times count from the headset's first beat, in ms.
 */
export class Sessions {
  readonly #random: Random;
  readonly #recordEvent: RecordEvent;
  #scene: Scene = { apps: [], videos: [], kiosk: null };
  #isWorn = false;
  #isPaused = false;
  #front: Front | null = null;
  #video: Play | null = null;

  constructor(random: Random, recordEvent: RecordEvent) {
    this.#random = random;
    this.#recordEvent = recordEvent;
  }

  get isWorn(): boolean {
    return this.#isWorn;
  }

  /** Locked or switched off: it is not in use. */
  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** The application in the foreground; null if there is none. */
  get runningPackage(): string | null {
    return this.#front?.app.packageName ?? null;
  }

  /** Advances by one beat. Returns true if a person has just put the headset on. */
  step(atMs: number): boolean {
    if (this.#isPaused) return false;
    if (!this.#isWorn) return this.#mayStart(atMs);
    if (this.#random.chance(0.1)) this.#endSession(atMs);
    else this.#watch(atMs);
    return false;
  }

  /** Sets what can be used. Kiosk mode puts its application in the foreground, and its end removes it. */
  use(scene: Scene, atMs: number): void {
    const before = this.#scene.kiosk;
    this.#scene = scene;
    const hasEnded = before !== null && scene.kiosk === null && before.packageName === this.runningPackage;
    if (hasEnded && !this.#isWorn) this.stop(atMs);
    this.keepKiosk(atMs);
  }

  /** Puts this application in the foreground, if it is not. */
  launch(app: App, atMs: number): void {
    if (this.runningPackage === app.packageName) return;
    this.stop(atMs);
    this.#front = { app, startedAtMs: atMs };
    this.#recordEvent('APP_STARTED', subject(app));
  }

  /** Ends the app in the foreground, including its video. */
  stop(atMs: number): void {
    this.#stopVideo(atMs);
    const front = this.#front;
    if (front === null) return;
    this.#front = null;
    this.#recordEvent('APP_STOPPED', { ...subject(front.app), durationMs: atMs - front.startedAtMs });
  }

  /** In kiosk mode, puts its application in the foreground again. */
  keepKiosk(atMs: number): void {
    if (this.#scene.kiosk !== null && !this.#isPaused) this.launch(this.#scene.kiosk, atMs);
  }

  /** Keeps it unused until `resume`; the app in the foreground stays. */
  pause(atMs: number): void {
    this.#stopVideo(atMs);
    this.#isWorn = false;
    this.#isPaused = true;
  }

  resume(atMs: number): void {
    this.#isPaused = false;
    this.keepKiosk(atMs);
  }

  #mayStart(atMs: number): boolean {
    const { apps, kiosk } = this.#scene;
    if ((apps.length === 0 && kiosk === null) || !this.#random.chance(0.15)) return false;
    this.#isWorn = true;
    if (this.#front === null) this.launch(kiosk ?? this.#random.pick(apps), atMs);
    return true;
  }

  #endSession(atMs: number): void {
    this.#isWorn = false;
    this.#stopVideo(atMs);
    if (this.#scene.kiosk === null) this.stop(atMs);
  }

  #watch(atMs: number): void {
    if (this.#front === null) return;
    if (this.#video !== null) {
      if (this.#random.chance(0.3)) this.#stopVideo(atMs);
    } else if (this.#random.chance(0.2)) {
      const { videos } = this.#scene;
      const contentId = this.#random.pick(videos.length > 0 ? videos : DEMO_VIDEOS);
      this.#video = { contentId, startedAtMs: atMs };
      this.#recordEvent('VIDEO_STARTED', { contentId, packageName: this.#front.app.packageName });
    }
  }

  #stopVideo(atMs: number): void {
    const video = this.#video;
    if (video === null) return;
    this.#video = null;
    const { contentId, startedAtMs } = video;
    const packageName = this.runningPackage;
    const where = packageName === null ? {} : { packageName };
    this.#recordEvent('VIDEO_STOPPED', { contentId, ...where, durationMs: atMs - startedAtMs });
  }
}

function subject({ packageName, contentId }: App): Record<string, unknown> {
  return contentId === null ? { packageName } : { packageName, contentId };
}
