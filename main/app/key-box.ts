import { safeStorage } from 'electron';

/** How well the system protects a key: see `appInfo` in shared/ipc.ts. */
export type KeyProtection = 'system' | 'weak' | 'file';

/**
 * Returns how well this system can encrypt the station's key for the person who is logged in. Linux without a keyring
 * uses a fixed password, which gives no protection: the key then stays in its file, which only this user can read, and
 * the interface says so.
 */
export function keyProtection(): KeyProtection {
  if (!safeStorage.isEncryptionAvailable()) return 'file';
  const isWeak =
    process.platform === 'linux' &&
    ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
  return isWeak ? 'weak' : 'system';
}

/** Encrypts and decrypts the station's key; null if the system refuses. */
export const keyBox = {
  seal(key: string): string | null {
    try {
      return safeStorage.encryptString(key).toString('base64');
    } catch {
      // The keychain is locked or access was denied: the key is not moved.
      return null;
    }
  },
  unseal(sealed: string): string | null {
    try {
      return safeStorage.decryptString(Buffer.from(sealed, 'base64'));
    } catch {
      // Encrypted for another person, or the keychain is locked: the service reports it.
      return null;
    }
  },
};
