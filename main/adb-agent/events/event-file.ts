import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';

import {
  type DeviceEventInput,
  deviceEventInputSchema,
} from '../../../shared/contract/enrolment/heartbeat.ts';
import type { ManagedHeadset } from '../../../shared/domain/enrolment/adb-agents.ts';
import type { LedgerStore } from '../../agent/reports/ledger.ts';

/**
 * The pending events of a headset on this station's disk, one a line: a station that is killed sends them after its
 * next start. Written in full before an event is sent, since a headset has only a few a day.
 */
export class EventFile implements LedgerStore {
  readonly #path: string;

  constructor(folder: string, { deviceId, serial }: Pick<ManagedHeadset, 'deviceId' | 'serial'>) {
    mkdirSync(folder, { recursive: true });
    // Both may hold any characters. With another headset in the slot, the events of the former are not its own.
    const name = createHash('sha256')
      .update(JSON.stringify([deviceId, serial]))
      .digest('hex');
    this.#path = join(folder, `${name}.jsonl`);
  }

  /** Returns the stored events; a line that was cut off is none. */
  read(): DeviceEventInput[] {
    let text: string;
    try {
      text = readFileSync(this.#path, 'utf8');
    } catch {
      return [];
    }
    return text.split('\n').flatMap((line) => eventOf(line) ?? []);
  }

  add(event: DeviceEventInput): void {
    appendFileSync(this.#path, `${JSON.stringify(event)}\n`);
  }

  replace(events: readonly DeviceEventInput[]): void {
    if (events.length === 0) return rmSync(this.#path, { force: true });
    const part = `${this.#path}.part`;
    writeFileSync(part, events.map((event) => `${JSON.stringify(event)}\n`).join(''));
    renameSync(part, this.#path);
  }
}

function eventOf(line: string): DeviceEventInput | undefined {
  try {
    return deviceEventInputSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
