import type { DeviceId, EnterpriseId } from '../../../../shared/contract/ids.ts';

/** Fields of a device record that changed, with their new values as in the interface. */
type ChangedFields = Readonly<Record<string, unknown>>;

/** A domain event of a device, for the modules of the service. Readers of streams get the events in `announce.ts`. */
export type DeviceEvent = { readonly enterpriseId: EnterpriseId; readonly deviceId: DeviceId } & (
  | {
      /** A headset reported. */
      readonly name: 'device.reported';
      readonly fields: ChangedFields;
      /** The app in front, if the report names it. */
      readonly runningPackage?: string | null | undefined;
    }
  | { readonly name: 'device.changed'; readonly fields: ChangedFields }
  | { readonly name: 'device.settings'; readonly revision: number }
  | { readonly name: 'device.metadata'; readonly namespace: string }
  | { readonly name: 'device.removed' }
);
