import { MAX_HIGH_FIDELITY_AT_ONCE } from '../../../shared/domain/commands/stream-quality.ts';
import type { Devices } from '../devices/index.ts';
import type { Module } from '../kernel/module.ts';
import type { EventStreams } from '../kernel/streams/event-stream.ts';
import { mountAvailability } from './orders/availability-routes.ts';
import { Commands as Sender } from './orders/commands.ts';
import { mountCommands, type OnUnenrolled } from './orders/routes.ts';
import { type CommandRecords, openCommandRecords } from './pending/records.ts';
import { mountStream } from './stream/routes.ts';

type Given = {
  readonly streams: EventStreams;
  readonly role: 'station' | 'central';
  /** Enrolment is above this module. */
  readonly onUnenrolled: OnUnenrolled;
};

/** Commands to headsets, what waits for them, and their video streams. */
export type Commands = Module & {
  readonly records: CommandRecords;
  readonly sender: Sender;
};

/** Opens the queue of commands and the state of streams. */
export function openCommands(devices: Devices, { streams, role, onUnenrolled }: Given): Commands {
  const records = openCommandRecords(devices.records);
  const sender = new Sender(records);
  const wantedTransport = role === 'central' ? 'WEB' : 'LAN';
  const rules = { wantedTransport, mostHighFidelity: MAX_HIGH_FIDELITY_AT_ONCE } as const;
  return {
    records,
    sender,
    mount(http) {
      mountCommands(http, records, { commands: sender, onUnenrolled });
      mountAvailability(http, records, sender);
      mountStream(http, records, { commands: sender, streams, rules });
    },
    async stop() {
      sender.stop();
    },
  };
}
