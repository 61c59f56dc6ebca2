import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { newEnrolmentToken } from '../../devices/registry/index.ts';
import { recordEvent } from '../../devices/events/index.ts';
import { announceDevice } from '../../devices/live/index.ts';
import { toHeadset } from '../../devices/views/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import { announceStream } from '../stream/status.ts';

/**
 * Removes a headset that confirmed un-enrolment from its record, inside the caller's transaction: its tokens are
 * void, its reports and queued commands are deleted. The record is a slot again, with its name, settings and history,
 * and a new enrolment token: the old one must not bring the headset back.
 */
export function releaseHeadset(
  records: CommandRecords,
  record: DeviceRecord,
  afterCommit: AfterCommit,
): void {
  const {
    core,
    devices,
    deployments,
    reports,
    codes,
    events,
    pending,
    compliance: complianceStore,
    streams,
    tokens,
  } = records;
  const payload = { androidId: record.androidId };
  pending.drop(record.key, afterCommit);
  streams.clear(record.key);
  reports.clear(record.key);
  deployments.clear(record.key);
  complianceStore.clear(record.key);
  codes.dropOfDevice(record.key);
  devices.release(record.key, newEnrolmentToken());
  recordEvent(events, record.key, { type: 'DEVICE_UNENROLLED', payload }, core.clock.now());
  // The reply in flight is still sent: tokens are checked when a request arrives.
  tokens.revokeOfDevice(record.id, afterCommit);
  afterCommit(() => {
    core.links.unforce(record.id);
    announceReleased(records, record);
  });
}

function announceReleased(records: CommandRecords, { id }: DeviceRecord): void {
  const record = records.devices.find(id);
  if (record === undefined) return;
  const { id: _id, ...headset } = toHeadset(records, record);
  const device = {
    androidId: null,
    enrolledAt: null,
    unenrollingSince: null,
    isAvailable: false,
    lastHeartbeatAt: null,
    macAddress: null,
    mdmInfo: null,
    osVersion: null,
    worn: null,
    temporaryVerificationCode: null,
  };
  announceDevice(records, record, { device, headset });
  announceStream(records, record);
}
