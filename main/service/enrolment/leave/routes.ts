import type { FastifyInstance } from 'fastify';

import { UNENROLL_EVENT } from '../../../../shared/contract/commands/commands.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import { type CommandSender, type CommandRecords, releaseHeadset } from '../../commands/index.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import { announceDevice, findUnchanged } from '../../devices/live/index.ts';
import { isRunByStation } from '../join/by-proxy.ts';

/**
 * Serves the command to un-enrol a headset. Its answer arrives like those of all commands. A headset that only
 * ever contacted another station is removed at once: that station does the cleanup, and it could never confirm here. So
 * is one that the partner has enrolled since.
 */
export function mountUnenrolment(
  http: FastifyInstance,
  records: CommandRecords,
  { commands, role }: { readonly commands: CommandSender; readonly role: 'station' | 'central' },
): void {
  mount(http, contract.unenrollDevice, ({ params, query, ...by }) =>
    records.core.writer.run((afterCommit) => {
      const record = findUnchanged(records, params.deviceId, by);
      if (record instanceof Failure) return record;
      if (record.androidId === null || record.isArchived)
        return new Failure(
          'DEVICE_UNREACHABLE',
          'No headset is enrolled here, so there is none to un-enrol.',
        );
      const commandId = orderUnenrolment(records, record, afterCommit);
      const { isPartner } = by.caller;
      const hasLeft = isPartner && query.hasLeft && !records.core.links.isLinked(record.id);
      if (hasLeft || isRunByStation(records, record, { role, isPartner })) {
        releaseHeadset(records, record, afterCommit);
        return { success: true as const, commandId, status: 'queued' as const };
      }
      // Also on a repeated request: the headset may have missed it, and executes it once however often it is sent.
      afterCommit(() => commands.deliverPending(record));
      const status = commands.canReach(record) ? ('sent' as const) : ('queued' as const);
      return { success: true as const, commandId, status };
    }),
  );
}

/** CommandSender the headset of a record to un-enrol, inside the caller's transaction: the queued command, or a new one. */
export function orderUnenrolment(
  records: CommandRecords,
  record: DeviceRecord,
  afterCommit: AfterCommit,
): string {
  const { core, events, pending } = records;
  const known = pending.unenrolment(record.key);
  if (known !== undefined) return known;
  const nowMs = core.clock.now();
  const command = { event: UNENROLL_EVENT, message: {}, expiresAtMs: null };
  const commandId = pending.add(record.key, command, afterCommit);
  recordEvent(events, record.key, { type: 'UNENROLL_REQUESTED', payload: { commandId } }, nowMs);
  const changed = { unenrollingSince: toInstant(nowMs) };
  afterCommit(() => announceDevice(records, record, { device: changed, headset: changed }));
  return commandId;
}
