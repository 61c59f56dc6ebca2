import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { openSetting, type Setting } from '../../kernel/store/setting.ts';
import type { Tokens } from '../tokens/tokens.ts';
import { hashPasscode } from '../passcodes/hash.ts';

/** The hash of the passcode; null: none. */
const passcodeSetting: Setting<string | null> = {
  key: 'access.passcode',
  schema: z.string().nullable(),
  initial: null,
};

/** The station's own passcode, which opens its interface over the local network. */
export type StationPasscode = {
  /** Returns its hash; null: there is none. */
  hash(): string | null;
  /**
   * Hashes a new passcode (null removes it), which takes a moment. The function it returns stores it inside the
   * caller's transaction, and ends the sessions over the local network.
   */
  prepare(passcode: string | null): Promise<(afterCommit: AfterCommit) => void>;
};

export function openStationPasscode(db: Database, tokens: Tokens): StationPasscode {
  const setting = openSetting(db, passcodeSetting);
  return {
    hash: () => setting.get(),
    async prepare(passcode) {
      const hash = passcode === null ? null : await hashPasscode(passcode);
      return (afterCommit) => {
        tokens.revokeRemote(afterCommit);
        afterCommit(setting.put(hash));
      };
    },
  };
}
