import { randomBytes, createHmac } from 'node:crypto';

import { AUDIT_RETENTION_DAYS, AUDIT_NAMED_TARGETS } from '../../../../shared/contract/operations/audit.ts';
import type { Core } from '../../kernel/kernel.ts';
import type { Records } from '../../devices/index.ts';
import { startRetention } from '../../kernel/retention.ts';
import { Yielder } from '../../kernel/yielding.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { type AuditRow, type AuditStore, openAuditStore } from './store.ts';

/** An entry to record; `devicesId` has all its devices. */
export type AuditInput = Omit<AuditRow, 'seq' | 'atMs' | 'hash' | 'targets'>;

/** The result of verifying the chain. */
export type Verified = {
  readonly checked: number;
  readonly firstSeq: number | null;
  readonly lastSeq: number | null;
  readonly brokenAt: number | null;
};

const DAY_MS = 86_400_000;
const FIRST_MS = 45_000;
const CONCURRENCY = 500;
const KEY_BYTES = 32;

/** The audit log: written in one place, read, verified, and deleted by whole days. */
export class AuditLog {
  readonly store: AuditStore;
  readonly #core: Core;
  readonly #devices: Pick<Records['devices'], 'keysOf'>;
  #knownKey: string | undefined;

  constructor({ core, devices }: Pick<Records, 'core' | 'devices'>) {
    this.store = openAuditStore(core.db);
    this.#core = core;
    this.#devices = devices;
  }

  /** Records an entry, in one transaction with other writes; settles once it is on disk. */
  record(entry: AuditInput): Promise<void> {
    const { clock, writer } = this.#core;
    return writer.run((afterCommit) => {
      const key = this.#key() ?? this.#makeKey(afterCommit);
      const head = this.store.head();
      const deviceKeys = entry.devicesId.length === 0 ? [] : this.#devices.keysOf(entry.devicesId);
      const row = {
        ...entry,
        devicesId: entry.devicesId.slice(0, AUDIT_NAMED_TARGETS),
        targets: entry.devicesId.length,
        seq: (head?.seq ?? 0) + 1,
        atMs: clock.now(),
      };
      const hash = hashOf(key, head?.hash ?? BEGINNING, row, deviceKeys);
      this.store.add({ ...row, hash }, deviceKeys);
    });
  }

  /** Verifies every retained entry. The first one is trusted if older ones were deleted. */
  async verify(): Promise<Verified> {
    const head = this.store.head();
    const yielder = new Yielder();
    let firstSeq: number | null = null;
    let last: Pick<AuditRow, 'seq' | 'hash'> | null = null;
    let checked = 0;
    for (let part = this.store.after(0, CONCURRENCY); part.length > 0;) {
      for (const row of part) {
        if (head !== undefined && row.seq > head.seq) break;
        firstSeq ??= row.seq;
        if (!this.#follows(last, row)) return { checked, firstSeq, lastSeq: row.seq, brokenAt: row.seq };
        last = row;
        checked += 1;
      }
      await yielder.yieldIfDue();
      const isLastPart = head === undefined || (part.at(-1)?.seq ?? 0) >= head.seq;
      part = isLastPart ? [] : this.store.after(part.at(-1)?.seq ?? 0, CONCURRENCY);
    }
    const lastSeq = last?.seq ?? null;
    // If entries were removed from the end, the head no longer matches the last one.
    const isCut = (head?.seq ?? null) !== lastSeq || (head?.hash ?? null) !== (last?.hash ?? null);
    return { checked, firstSeq, lastSeq, brokenAt: isCut ? (lastSeq ?? 0) + 1 : null };
  }

  /** Deletes old entries by whole days, repeatedly. Returns a function that stops it. */
  startRetention(isHolding: () => boolean): () => void {
    const some = (): boolean => this.store.pruneSome(this.#retainedFromMs(), CONCURRENCY);
    return startRetention(this.#core, { what: 'old audit entries', firstMs: FIRST_MS, some, isHolding });
  }

  #retainedFromMs(): number {
    const today = Math.floor(this.#core.clock.now() / DAY_MS);
    return (today - AUDIT_RETENTION_DAYS) * DAY_MS;
  }

  #follows(before: Pick<AuditRow, 'seq' | 'hash'> | null, row: AuditRow): boolean {
    // If older ones were deleted, the predecessor of the oldest one is missing.
    if (before === null && row.seq > 1) return true;
    if (before !== null && row.seq !== before.seq + 1) return false;
    const { hash, ...rest } = row;
    const key = this.#key();
    return (
      key !== undefined &&
      hash === hashOf(key, before?.hash ?? BEGINNING, rest, this.store.targetsOf(row.seq))
    );
  }

  /** Undefined before the first entry, and if it was encrypted with another key, so that nothing matches. */
  #key(): string | undefined {
    if (this.#knownKey === undefined) {
      const sealed = this.store.key();
      this.#knownKey = sealed === undefined ? undefined : this.#core.vault.unseal(sealed);
    }
    return this.#knownKey;
  }

  /** Creates the key inside the caller's transaction. */
  #makeKey(afterCommit: AfterCommit): string {
    const key = randomBytes(KEY_BYTES).toString('base64url');
    this.store.putKey(this.#core.vault.seal(key));
    afterCommit(() => (this.#knownKey = key));
    return key;
  }
}

/** Predecessor of the very first entry. */
const BEGINNING = 'beginning';

/** Returns the keyed hash of an entry: over its fields, its devices, and the previous hash. */
function hashOf(
  key: string,
  before: string,
  row: Omit<AuditRow, 'hash'>,
  deviceKeys: readonly number[],
): string {
  const reported = [
    before,
    row.seq,
    row.atMs,
    row.enterpriseId,
    row.kind,
    row.who,
    row.personId,
    row.tokenId,
    row.role,
    row.address,
    row.isFromLan,
    row.operation,
    row.detail,
    row.targets,
    row.devicesId,
    row.status,
    row.skipped,
    deviceKeys,
    row.subject,
  ];
  return createHmac('sha256', key).update(JSON.stringify(reported)).digest('base64url');
}
