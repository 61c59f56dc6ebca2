import type { FaultReason } from './outcome.ts';

/** What a connection check found. */
export type Finding =
  | {
      readonly finding: 'OK' | 'CLOCK_OFF';
      /** The organisations of the devices on the first page. */
      readonly organisations: readonly string[];
      readonly total: number | undefined;
      readonly clockSkewMs: number | undefined;
      /** False where the token would travel in the clear. */
      readonly isEncrypted: boolean;
    }
  | {
      readonly finding: 'ADDRESS_INVALID' | 'TOKEN_REFUSED' | 'FORBIDDEN' | 'LIMITED' | FaultReason;
      /** For a person, in English. */
      readonly message: string;
      readonly status?: number;
      readonly untilMs?: number;
    };
