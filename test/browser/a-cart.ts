import { enrolDevice } from '../../shared/contract/enrolment/enrolment.ts';
import { updateDevice, type Heartbeat } from '../../shared/contract/enrolment/heartbeat.ts';
import { createSlots } from '../../shared/contract/operations/station.ts';
import type { TestStation } from '../support/a-station.ts';

/** A headset of a test cart, with its own token. */
export type CartHeadset = {
  readonly id: string;
  readonly label: string;
  readonly token: string;
  /** Reports this, with a charged battery and free space. */
  report(input?: Heartbeat): Promise<void>;
};

/**
 * Creates a cart with `count` enrolled headsets, at most 500, named …; none of them has reported anything
 * yet.
 */
export async function aCart(station: TestStation, count: number, letter = 'A'): Promise<CartHeadset[]> {
  const { body } = await station.call(createSlots, {
    body: { count, labelPrefix: `${letter}-`, cart: { label: `Cart ${letter}`, shelves: 1 } },
  });
  return Promise.all(
    body.items.map(async ({ id, label, enrollmentToken }) => {
      const enrolled = await station.call(enrolDevice, {
        body: { enrollmentToken, androidId: `android-${label}` },
      });
      const token = enrolled.body.accessToken;
      return {
        id,
        label,
        token,
        report: async (input = {}) => {
          await station.call(updateDevice, {
            params: { deviceId: id },
            token,
            body: { ...usualReport, ...input },
          });
        },
      };
    }),
  );
}

/** Does the same, and makes each of them ready. */
export async function aReadyCart(station: TestStation, count: number, letter = 'A'): Promise<CartHeadset[]> {
  const cart = await aCart(station, count, letter);
  await Promise.all(cart.map((headset) => headset.report()));
  return cart;
}

const usualReport: Heartbeat = {
  type: { name: 'PICO 4 Enterprise', product: 'PICO A8E50' },
  macAddress: '2C:26:17:A0:4E:07',
  osVersion: 'PUI 5.13.0',
  batteryInfo: { level: 80, isCharging: false },
  storages: [{ totalSpace: 128e9, freeSpace: 60e9, isRemovable: false }],
  worn: false,
  settingsRevision: 0,
};
