import type { Vault } from '../../kernel/vault.ts';

/** Encrypts a value of a conflict for storage, because it may contain a password. Null if there is none. */
export function sealValue(value: unknown, vault: Vault): string | null {
  return value === undefined ? null : vault.seal(JSON.stringify(value));
}

/** Decrypts a stored value; undefined if there is none or if another station encrypted it. */
export function unsealValue(sealed: string | null, vault: Vault): unknown {
  const text = sealed === null ? undefined : vault.unseal(sealed);
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** Returns the value for display, without Wi-Fi passwords. */
export function shownValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'password')
      .map(([name, each]): [string, unknown] => [name, shownValue(each)]),
  );
}
