import { MAX_HIGH_FIDELITY } from '../../../shared/domain/commands/stream-quality.ts';
import type { Devices } from '../devices/index.ts';
import type { Caller } from '../kernel/http/caller.ts';
import type { Module } from '../kernel/module.ts';
import type { EventStreams } from '../kernel/streams/event-stream.ts';
import { mountAnswers } from './answers/routes.ts';
import { mountAvailability } from './orders/availability-routes.ts';
import { CommandSender } from './orders/commands.ts';
import { mountCommands } from './orders/routes.ts';
import { type CommandRecords, openCommandRecords } from './pending/records.ts';
import { QualityNegotiator } from './stream/quality.ts';
import { mountStream } from './stream/routes.ts';
import { openViews, type Views } from './views/open.ts';

type Input = {
  readonly streams: EventStreams;
  readonly role: 'station' | 'central';
  /** Returns the name of the person, or else of the token. */
  readonly nameOf: (caller: Caller) => string | null;
};

/** Commands to headsets, their queues, video streams, and views. */
export type Commands = Module & {
  readonly records: CommandRecords;
  readonly sender: CommandSender;
  readonly views: Views;
};

/** Opens the queue of commands and the state of streams. */
export function openCommands(devices: Devices, { streams, role, nameOf }: Input): Commands {
  const records = openCommandRecords(devices.records);
  const sender = new CommandSender(records);
  const wantedTransport = role === 'central' ? 'WEB' : 'LAN';
  const rules = { wantedTransport, maxHighFidelity: MAX_HIGH_FIDELITY } as const;
  const negotiator = new QualityNegotiator(records, sender, rules);
  const views = openViews(records, sender, { negotiator, nameOf });
  return {
    records,
    sender,
    views,
    mount(http) {
      mountCommands(http, records, sender);
      mountAnswers(http, records, sender);
      mountAvailability(http, records, sender);
      mountStream(http, records, { negotiator, streams });
      views.mount(http);
    },
    async stop() {
      views.stop();
      sender.stop();
    },
  };
}
