import type {
  EffectiveSettings,
  Settings,
} from '../../../shared/contract/configuration/settings/settings.ts';

/** Returns the value at a path such as `display.brightness`; undefined if there is none. */
export function valueAt(settings: Settings, path: string): unknown {
  let value: unknown = settings;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Object.entries(value).find(([name]) => name === key)?.[1];
  }
  return value;
}

/** Returns settings with a value at a path of one or two names. */
export function withValue(settings: EffectiveSettings, path: string, value: unknown): EffectiveSettings {
  const [group = '', name] = path.split('.');
  if (name === undefined) return { ...settings, [group]: value };
  const before: unknown = Object.entries(settings).find(([key]) => key === group)?.[1];
  return { ...settings, [group]: { ...(typeof before === 'object' ? before : {}), [name]: value } };
}
