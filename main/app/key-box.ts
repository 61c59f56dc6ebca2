import { safeStorage } from 'electron';

/** How well the system keeps a key: see `appInfo` in shared/ipc.ts. */
export type KeyProtection = 'system' | 'weak' | 'file';

/**
 * How well this system can seal the station's key for the person who is logged in. Linux without a keyring offers a fixed
 * password, which protects from nobody: the key then stays in its file, readable for this user alone, and that is said.
 */
export function keyProtection(): KeyProtection {
  if (!safeStorage.isEncryptionAvailable()) return 'file';
  const isWeak =
    process.platform === 'linux' &&
    ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend());
  return isWeak ? 'weak' : 'system';
}

/** Seals and opens the station's key; null where the system refuses. */
export const keyBox = {
  seal(key: string): string | null {
    try {
      return safeStorage.encryptString(key).toString('base64');
    } catch {
      // A keychain that is locked or was denied: the key stays where it is.
      return null;
    }
  },
  unseal(sealed: string): string | null {
    try {
      return safeStorage.decryptString(Buffer.from(sealed, 'base64'));
    } catch {
      // Sealed for somebody else, or the keychain is locked: the service says so.
      return null;
    }
  },
};
