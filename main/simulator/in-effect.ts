import {
  type EffectiveSettings,
  effectiveSettingsSchema,
  type Settings,
} from '../../shared/contract/configuration/settings.ts';

/** What is true of a headset whatever its settings say. */
export type Circumstances = Readonly<{
  /** In percent. */
  volume: number;
  /** The application of kiosk mode, where it is on and installed. */
  kioskPackage: string | null;
}>;

/**
 * The settings that are in effect on a headset: those it took over, but for what somebody changed on it by hand. Taking
 * settings over puts everything right again.
 */
export class InEffect {
  #settings: EffectiveSettings = {};
  #tampered: EffectiveSettings = {};

  /** Takes settings over. */
  take(settings: Settings): void {
    this.#settings = effectiveSettingsSchema.parse(settings);
    this.#tampered = {};
  }

  /** Somebody changes settings on the headset itself. */
  tamper(change: EffectiveSettings): void {
    this.#tampered = joined(this.#tampered, change);
  }

  /** What the headset would say of itself. */
  report({ volume, kioskPackage }: Circumstances): EffectiveSettings {
    const { kioskMode } = this.#settings;
    const kiosk =
      kioskMode === undefined
        ? {}
        : {
            kioskMode:
              kioskPackage === null ? { isActive: false } : { isActive: true, packageName: kioskPackage },
          };
    return joined({ ...this.#settings, volume, ...kiosk }, this.#tampered);
  }
}

/** Settings with others on top, group by group. */
function joined(below: EffectiveSettings, above: EffectiveSettings): EffectiveSettings {
  const all: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const known = all[key];
    all[key] = isGroup(known) && isGroup(value) ? { ...known, ...value } : value;
  }
  return all;
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
