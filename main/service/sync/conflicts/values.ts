import type { Vault } from '../../kernel/vault.ts';

/** A value of a conflict as it is kept: sealed, for it may be a password. Null: there is none. */
export function sealValue(value: unknown, vault: Vault): string | null {
  return value === undefined ? null : vault.seal(JSON.stringify(value));
}

/** A value that was kept; undefined where there is none, or where it was sealed by another station. */
export function unsealValue(sealed: string | null, vault: Vault): unknown {
  const text = sealed === null ? undefined : vault.unseal(sealed);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** The value for eyes: passwords of networks are left out. */
export function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'password')
      .map(([name, each]): [string, unknown] => [name, shownValue(each)]),
  );
}
