import { type License, licenseSchema } from '../../../../shared/contract/devices/reported.ts';
import { announceDevice } from '../live/announce.ts';
import type { Changing } from './changing.ts';
import type { Records } from '../records/records.ts';
import type { DeviceRecord } from '../registry/store.ts';

/** A change of label, description and licence: an absent key stays, null clears. */
export type IdentityChange = {
  readonly label?: string | null | undefined;
  readonly license?: License | null | undefined;
  readonly description?: string | null | undefined;
};

/** Returns a request as a change of this record: unnamed fields of the licence stay. */
export function requestedChange(record: DeviceRecord, requested: IdentityChange): IdentityChange {
  const { license } = requested;
  if (license === undefined || license === null || record.license === null) return requested;
  return { ...requested, license: { ...licenseSchema.parse(JSON.parse(record.license)), ...license } };
}

/** Applies a change and returns the new record. */
export function changeIdentity(
  records: Records,
  record: DeviceRecord,
  change: IdentityChange,
  { set, afterCommit }: Changing,
): DeviceRecord {
  const label = change.label === undefined ? record.label : change.label;
  const license = change.license === undefined ? record.license : toJson(change.license);
  const isRenamed = label !== record.label;
  const isRelicensed = license !== record.license;
  if (isRenamed) set(record, 'label', label);
  if (isRelicensed) set(record, 'license', license);
  const description = change.description === undefined ? record.description : change.description;
  const isDescribed = description !== record.description;
  if (isDescribed) set(record, 'description', description);
  if (isRenamed || isRelicensed || isDescribed) {
    const changed = {
      ...(isRenamed ? { label } : {}),
      ...(isRelicensed ? { license: change.license } : {}),
      ...(isDescribed ? { description } : {}),
    };
    const { id, enterpriseId } = record;
    afterCommit(() => {
      announceDevice(
        records,
        { id, enterpriseId },
        { device: changed, ...(isRenamed ? { headset: { label } } : {}) },
      );
    });
  }
  const revision = record.revision + Number(isRenamed) + Number(isRelicensed);
  return { ...record, label, license, description, revision };
}

/** Returns the stored form: without null fields, and null for a licence without fields. */
function toJson(license: License | null): string | null {
  const fields = Object.entries(license ?? {}).filter(([, value]) => value !== null && value !== undefined);
  return fields.length === 0 ? null : JSON.stringify(Object.fromEntries(fields));
}
