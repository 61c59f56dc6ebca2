import type { SettingsChange } from '../../../../shared/contract/configuration/settings/settings.ts';
import { packageConflicts } from '../../../../shared/domain/configuration/settings/conflicts.ts';
import { contradictions } from './faults.ts';
import type { SealedChange } from '../../../../shared/domain/configuration/settings/stored.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Vault } from '../../kernel/vault.ts';

/** A change that cannot be applied to any device. */
type Refusal = Failure<'PACKAGE_NAME_CONFLICT' | 'INVALID_CONFIGURATION'>;

/** Returns the change with encrypted passwords, or why it may not be applied. `place` is its path in the body. */
export function checkChange(change: SettingsChange, vault: Vault, place: string): SealedChange | Refusal {
  const conflicts = packageConflicts(change.applications ?? []);
  if (conflicts.length > 0) return packageConflict(conflicts);
  const sealed = sealPasswords(change, vault);
  const details = contradictions(sealed).map(({ path, message }) => ({ path: place + path, message }));
  const [first] = details;
  return first === undefined
    ? sealed
    : new Failure('INVALID_CONFIGURATION', `${first.path}: ${first.message}`, { details });
}

/** Returns the refusal of two binaries under one package name. Source: the API documentation, "Errors", rule 2. */
export function packageConflict(
  conflicts: ReturnType<typeof packageConflicts>,
): Failure<'PACKAGE_NAME_CONFLICT'> {
  const names = conflicts.map(({ packageName }) => packageName).join(', ');
  return new Failure(
    'PACKAGE_NAME_CONFLICT',
    `More than one version of ${names}. Keep one entry for each package name; nothing was changed.`,
    { conflicts },
  );
}

/** Returns the change with encrypted passwords. */
export function sealPasswords(change: SettingsChange, vault: Vault): SealedChange {
  const { wifi, ...rest } = change;
  if (wifi === undefined || wifi === null) return { ...rest, ...(wifi === null ? { wifi } : {}) };
  return {
    ...rest,
    wifi: wifi.map(({ password, ...network }) => {
      if (password === undefined) return network;
      return {
        ...network,
        sealedPassword: password === null || password === '' ? null : vault.seal(password),
      };
    }),
  };
}
