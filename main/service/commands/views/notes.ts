import type { Arrival } from '../../../../shared/contract/commands/views.ts';
import { newId } from '../../kernel/new-id.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import { recordStreamReports } from '../stream/report.ts';

/** Records the start of watching in the history of the headset. */
export function noteStart(records: CommandRecords, record: DeviceRecord, role: string): Promise<void> {
  return note(records, record, { type: 'VIEW_STARTED', payload: { role } });
}

/** Records its end. */
export function noteEnd(
  records: CommandRecords,
  record: DeviceRecord,
  payload: { readonly role: string; readonly durationMs: number },
): Promise<void> {
  return note(records, record, { type: 'VIEW_ENDED', payload });
}

function note(
  { core, devices, events }: CommandRecords,
  record: DeviceRecord,
  event: { readonly type: 'VIEW_STARTED' | 'VIEW_ENDED'; readonly payload: object },
): Promise<void> {
  return core.writer.run(() => {
    // It may have been deleted meanwhile.
    if (devices.findByKey(record.key) !== undefined) recordEvent(events, record.key, event, core.clock.now());
  });
}

/** Stores the stream that the headset reports; undefined: it stopped. */
export async function noteStream(
  records: CommandRecords,
  record: DeviceRecord,
  items: readonly Arrival[],
): Promise<void> {
  const nowMs = records.core.clock.now();
  const known = records.streams.find(record.key);
  // A granted stream uses capacity too.
  if (items.length === 0 && known?.isStreaming !== true && known?.isGranted !== true) return;
  const started = known?.isStreaming === true ? ('STREAM_STATS' as const) : ('STREAM_STARTED' as const);
  const type = items.length === 0 ? ('STREAM_STOPPED' as const) : started;
  const payload = items.length === 0 ? {} : max(items);
  const reports = [{ eventId: newId(), orderMs: nowMs, type, payload }];
  await records.core.writer.run((afterCommit) => {
    if (records.devices.findByKey(record.key) === undefined) return;
    recordStreamReports(records, record, { reports, receivedAtMs: nowMs }, afterCommit);
  });
}

function max(items: readonly Arrival[]): Record<string, number> {
  const of = (field: 'width' | 'height' | 'fps' | 'bitrateKbps'): number =>
    Math.max(...items.map((each) => Math.round(each[field])));
  return { width: of('width'), height: of('height'), fps: of('fps'), bitrateKbps: of('bitrateKbps') };
}
