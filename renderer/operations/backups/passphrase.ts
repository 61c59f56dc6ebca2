/** Minimum length. Source: `passphraseSchema` of the contract. */
const LEAST_CHARACTERS = 12;

/** Returns true for a valid passphrase. */
export function isPassphrase(text: string): boolean {
  return text.length >= LEAST_CHARACTERS && text.length <= 256;
}
