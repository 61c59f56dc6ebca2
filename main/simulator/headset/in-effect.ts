import {
  type EffectiveSettings,
  effectiveSettingsSchema,
  type Settings,
} from '../../../shared/contract/configuration/settings/settings.ts';
import { isObject } from '../../../shared/domain/kernel/is-object.ts';

/** Facts about a headset that do not depend on its settings. */
export type Circumstances = Readonly<{
  /** In percent. */
  volume: number;
  /** The application of kiosk mode, if it is on and installed. */
  kioskPackage: string | null;
}>;

/**
 * The settings in effect on a headset: the applied ones, except for changes by hand. Applying settings undoes those.
 */
export class InEffect {
  #settings: EffectiveSettings = {};
  #tampered: EffectiveSettings = {};

  /** Applies settings. */
  apply(settings: Settings): void {
    this.#settings = effectiveSettingsSchema.parse(settings);
    this.#tampered = {};
  }

  /** Changes settings on the headset itself. */
  tamper(change: EffectiveSettings): void {
    this.#tampered = joined(this.#tampered, change);
  }

  /** Returns the report of the headset. */
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

/** Returns settings with others on top, group by group. */
function joined(below: EffectiveSettings, above: EffectiveSettings): EffectiveSettings {
  const all: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const known = all[key];
    all[key] = isObject(known) && isObject(value) ? { ...known, ...value } : value;
  }
  return all;
}
