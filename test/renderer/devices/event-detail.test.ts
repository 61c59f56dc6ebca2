import { createInstance } from 'i18next';
import { expect, test } from 'vitest';

import { en } from '../../../renderer/copy/en/index.ts';
import { figuresOf } from '../../../renderer/copy/format.ts';
import { fr } from '../../../renderer/copy/fr/index.ts';
import { wordsOf } from '../../../renderer/devices/record/event-detail.ts';
import { codeText } from '../../../renderer/model/labels/code-labels.ts';
import type { STATION_EVENT_TYPES } from '../../../shared/contract/devices/events.ts';

const ID = '0190b3c1-7a11-7001-8001-000000000007';
const COMMAND = { commandId: ID, event: 'lock' };

/** Every type that the station records itself, with its payload and the expected text. */
const RECORDED: Readonly<
  Record<(typeof STATION_EVENT_TYPES)[number], readonly [Record<string, unknown>, string | null]>
> = {
  DEVICE_ENROLLED: [{ androidId: 'a1b2', replaces: [ID] }, 'a1b2, instead of A-07'],
  DEVICE_REPLACED: [{ replacedBy: ID }, 'by A-07'],
  DEVICE_DELETED: [{ label: 'A-01', androidId: 'a1b2' }, 'A-01'],
  DEVICE_UNENROLLED: [{ androidId: 'a1b2' }, 'a1b2'],
  DEVICE_ARCHIVED: [{ reason: 'DELETED' }, 'The central deleted it.'],
  DEVICE_RESTORED: [{}, null],
  UNENROLL_REQUESTED: [{ commandId: ID }, null],
  COMMAND_ANSWERED: [{ ...COMMAND, afterMs: 1_500 }, 'Lock!, after 1.5 s'],
  COMMAND_UNANSWERED: [{ ...COMMAND, afterMs: 10_000 }, 'Lock!'],
  COMMAND_QUEUED: [{ ...COMMAND, expiresAt: '2026-09-14T10:00:00' }, 'Lock!, until 14 Sept, 10:00'],
  COMMAND_EXPIRED: [COMMAND, 'Lock!'],
  COMMAND_CANCELLED: [COMMAND, 'Lock!'],
  SETTINGS_DRIFTED: [
    {
      fields: ['brightness', 'volume', 'wifi', 'kioskMode.isActive', 'locale'].map((path) => ({
        path,
        entry: null,
        wanted: 1,
        reported: 2,
      })),
    },
    'the brightness, the volume, the wifi, the kioskMode.isActive and 1 more',
  ],
  DRIFT_ENDED: [{}, null],
  PROFILE_APPLIED: [{ profileId: ID, name: 'Lab', version: 3 }, 'Lab, version 3'],
  PROFILE_NOT_APPLIED: [
    {
      profileId: ID,
      name: 'Lab',
      version: 3,
      reason: 'org.lab is neither assigned to this headset nor installed on it. Nothing was changed.',
      code: 'KIOSK_APP_MISSING',
      packageName: 'org.lab',
    },
    'Lab: The kiosk app org.lab is neither assigned to the headset nor installed on it.',
  ],
  MAC_RESOLVED: [
    { macAddress: '2C:26:17:00:00:01', source: 'router-arp', routerId: 'hall' },
    '2C:26:17:00:00:01, router, ARP table',
  ],
  VIEW_STARTED: [{ role: 'teacher' }, null],
  VIEW_ENDED: [{ role: 'teacher', durationMs: 40_000 }, '40 s'],
  INVENTORY_CHANGED: [
    { counts: { installed: 1, updated: 2, removed: 0 }, installed: [] },
    '1 installed, 2 updated',
  ],
  DEPLOYMENT_CHANGED: [
    { contentId: 'volcano', packageName: 'org.lumiere.volcano', from: 'ASSIGNED', to: 'FAILED' },
    'org.lumiere.volcano: Failed',
  ],
};

async function eventTexts(language: 'en' | 'fr') {
  const i18n = createInstance();
  await i18n.init({ resources: { en, fr }, lng: language, interpolation: { escapeValue: false } });
  const tools = {
    t: i18n.getFixedT(language, 'headset'),
    format: figuresOf(language),
    commands: (event: string) => (event === 'lock' ? 'Lock!' : event),
    codes: codeText(i18n.getFixedT(language, 'headset')),
    contentOf: (id: string) => (id === 'volcano' ? 'Volcano.mp4' : null),
    setting: ({ path }: { path: string }) => `the ${path}`,
    nameOf: (id: string) => (id === ID ? 'A-07' : null),
  };
  return (type: string, payload: Record<string, unknown>) =>
    wordsOf({ eventId: 'event', type, timestamp: 0, receivedAt: '2026-09-14T09:00:00Z', payload }, tools);
}

test('everything that the station records of a headset has a label, and nothing is shown as it is stored', async () => {
  const [say, dire] = [await eventTexts('en'), await eventTexts('fr')];

  for (const [type, [payload, detail]] of Object.entries(RECORDED)) {
    const words = say(type, payload);
    expect({ type, detail: words.detail }).toEqual({ type, detail });
    for (const each of [words, dire(type, payload)]) {
      expect(each.text).not.toMatch(/[A-Z]{2}_|^event\./);
      expect(each.detail ?? '').not.toMatch(/[{}"]|eventDetail/);
    }
  }
  expect(dire('DEVICE_REPLACED', { replacedBy: ID })).toMatchObject({ detail: 'par A-07' });
});

test('the reason why a headset did not get its profile is translated, or shown as received if it has no code', async () => {
  const dire = await eventTexts('fr');

  const received = (payload: object) =>
    dire('PROFILE_NOT_APPLIED', { name: 'Labo', reason: 'In English.', ...payload }).detail;
  expect(received({ code: 'KIOSK_APP_MISSING', packageName: 'org.lab' })).toBe(
    'Labo : L’application du kiosque org.lab n’est ni attribuée au casque ni installée dessus.',
  );
  expect(received({ code: 'PACKAGE_NAME_CONFLICT' })).toBe(
    'Labo : Deux de ses applications ont le même nom de package.',
  );
  expect(received({})).toBe('Labo : In English.');
});

test('fields that a headset names itself are shown as names and values', async () => {
  const say = await eventTexts('en');

  expect(say('LENS_CLEANED', { by: 'cloth', times: 2, marks: [1, 2] })).toMatchObject({
    text: 'Lens cleaned',
    detail: 'by: cloth, times: 2',
  });
  expect(say('DOWNLOAD_FAILED', { contentId: 'volcano', reason: 'NOT_ENOUGH_STORAGE' })).toMatchObject({
    text: 'Download failed',
    detail: 'Volcano.mp4: Not enough space. Remove an app or a video first.',
    code: 'NOT_ENOUGH_STORAGE',
  });
  expect(say('DOWNLOAD_FAILED', { packageName: 'a.b', reason: 'LENS_TOO_DARK' })).toMatchObject({
    detail: 'a.b, LENS_TOO_DARK',
    code: null,
  });
  expect(
    say('CONTENT_REMOVED', { packageName: 'a.b', type: 'application', reason: 'EXPIRED' }),
  ).toMatchObject({
    detail: 'a.b: Expired.',
    code: 'EXPIRED',
  });
  expect(say('VOLUME_CHANGED', { volume: 40 }).detail).toBe('40%');
});

test('a command that the headset refused is not shown as answered, and has its reason', async () => {
  const [say, dire] = [await eventTexts('en'), await eventTexts('fr')];
  const refused = { ...COMMAND, afterMs: 800, accepted: false };

  expect(say('COMMAND_ANSWERED', { ...refused, reason: 'KIOSK_MODE' })).toEqual({
    glyph: 'failed',
    text: 'Command refused by the headset',
    detail: 'Lock!: Blocked by kiosk mode.',
    code: 'KIOSK_MODE',
  });
  expect(say('COMMAND_ANSWERED', { ...refused, reason: 'TOO_EARLY' }).detail).toBe('Lock!: TOO_EARLY');
  expect(dire('COMMAND_ANSWERED', refused)).toMatchObject({
    text: 'Commande refusée par le casque',
    code: null,
  });
});

test('the codes of Android and of addresses have labels too', async () => {
  const say = await eventTexts('en');
  const why = (reason: string) => say('DOWNLOAD_FAILED', { reason }).detail;

  expect(why('INSTALL_FAILED_INSUFFICIENT_STORAGE')).toMatch(/Not enough space/);
  expect(why('INSTALL_PARSE_FAILED_NO_CERTIFICATES')).toMatch(/not an app that can be installed/);
  expect([why('HTTP_404'), why('HTTP_503')]).toEqual([
    expect.stringMatching(/no longer exists/),
    expect.stringMatching(/answered with an error/),
  ]);
});
