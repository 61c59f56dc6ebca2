import {
  type SettingsChange,
  settingsChangeSchema,
} from '../../../../shared/contract/configuration/settings/settings.ts';
import { Failure } from '../../kernel/failure.ts';

/** Maximum number of paths named in a refusal. */
const MAX_NAMED = 20;

/** The settings of a file, and the paths in it that this station does not know. */
export type Imported = { readonly settings: SettingsChange; readonly ignored: readonly string[] };

/** Validates the settings of a file field by field. */
export function readSettings(raw: object): Imported | Failure<'VALIDATION_FAILED'> {
  const parsed = settingsChangeSchema.safeParse(raw);
  if (parsed.success) return { settings: parsed.data, ignored: unknownIn(raw, parsed.data, '') };
  const details = parsed.error.issues.slice(0, MAX_NAMED).map((issue) => ({
    path: ['settings', ...issue.path].join('.'),
    message: `${issue.message}: correct it, or remove the field from the file. Nothing was imported.`,
  }));
  const [first] = details;
  return new Failure('VALIDATION_FAILED', `${first?.path}: ${first?.message}`, { details });
}

/** Returns the paths in the file that were not read. */
function unknownIn(raw: unknown, read: unknown, place: string): string[] {
  if (typeof raw !== 'object' || raw === null) return [];
  if (typeof read !== 'object' || read === null) return [];
  const known = new Map<string, unknown>(Object.entries(read));
  return Object.entries(raw).flatMap(([key, value]: [string, unknown]) => {
    const path = place === '' ? key : `${place}.${key}`;
    return known.has(key) ? unknownIn(value, known.get(key), path) : [path];
  });
}
