/** Minimum length. Source: `passphraseSchema` of the contract. */
const MIN_CHARACTERS = 12;

/** Returns true for a valid passphrase. */
export function isPassphrase(text: string): boolean {
  return text.length >= MIN_CHARACTERS && text.length <= 256;
}
