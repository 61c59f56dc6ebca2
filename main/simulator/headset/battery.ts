import type { BatteryInfo } from '../../../shared/contract/configuration/settings/settings.ts';
import type { Random } from '../../agent/random.ts';

/** `flat`: nearly empty and far from its charger, so that it needs attention. `hot`: too warm for full quality. */
export type BatteryKind = 'usual' | 'flat' | 'hot';

/** The current activity of the headset. */
export type Load = Readonly<{ isWorn: boolean; isStreaming: boolean }>;

/** Called with events. */
type RecordEvent = (type: string, payload: Record<string, unknown>) => void;

/** The battery of one headset, beat by beat. */
export class Battery {
  readonly #random: Random;
  readonly #kind: BatteryKind;
  readonly #recordEvent: RecordEvent;
  #level: number;
  #isCharging = false;
  #load: Load = { isWorn: false, isStreaming: false };

  constructor(random: Random, kind: BatteryKind, recordEvent: RecordEvent) {
    this.#random = random;
    this.#kind = kind;
    this.#recordEvent = recordEvent;
    this.#level = kind === 'flat' ? 12 : random.integer(35, 100);
  }

  /** In percent, as reported. */
  get level(): number {
    return Math.round(this.#level);
  }

  get info(): BatteryInfo {
    const warmth =
      (this.#load.isWorn ? 36 : 27) + (this.#isCharging ? 3 : 0) + (this.#load.isStreaming ? 4 : 0);
    return {
      level: this.level,
      isCharging: this.#isCharging,
      health: this.#kind === 'hot' ? 'Overheat' : 'Good',
      temperature: this.#kind === 'hot' ? warmth + 14 : warmth,
      voltage: 3_400 + Math.round(this.#level * 9),
    };
  }

  /** Advances by one beat under this load. */
  step(load: Load): void {
    this.#load = load;
    const before = this.#level;
    const drain = (load.isWorn ? 0.5 : 0.06) + (load.isStreaming ? 0.2 : 0);
    const change = this.#isCharging ? 0.7 : -drain * (0.8 + 0.4 * this.#random.next());
    const lowest = this.#kind === 'flat' ? 7 : 1;
    this.#level = Math.min(100, Math.max(lowest, this.#level + change));
    if (before > 15 && this.#level <= 15) this.#recordEvent('BATTERY_LOW', { level: this.level });
    if (this.#isCharging && this.#level >= 100) this.unplug();
    else if (this.#wantsCharger()) this.#plugIn();
  }

  /** Unplugs the charger when a person takes the headset. */
  unplug(): void {
    if (!this.#isCharging) return;
    this.#isCharging = false;
    this.#recordEvent('CHARGING_STOPPED', { level: this.level });
  }

  #wantsCharger(): boolean {
    const isFree = !this.#isCharging && !this.#load.isWorn && this.#kind !== 'flat';
    return isFree && (this.#level < 25 || (this.#level < 80 && this.#random.chance(0.1)));
  }

  #plugIn(): void {
    this.#isCharging = true;
    this.#recordEvent('CHARGING_STARTED', { level: this.level });
  }
}
