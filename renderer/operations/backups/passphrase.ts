/** Fewer characters the station refuses. Source: `passphraseSchema` of the contract. */
const LEAST_CHARACTERS = 12;

/** True for a passphrase that the station takes. */
export function isPassphrase(text: string): boolean {
  return text.length >= LEAST_CHARACTERS && text.length <= 256;
}
