// The texts name a central, or the other station, whatever loads when.
import i18next from 'i18next';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { allSentences, nameCentral } from '../../../renderer/copy/language.ts';
import { sayOtherStation } from '../../../renderer/copy/say-other-station.ts';

vi.mock('../../../renderer/copy/say-other-station.ts', { spy: true });

beforeAll(async () => {
  await i18next.init({ lng: 'en', fallbackLng: false, resources: {} });
  await allSentences();
});

afterEach(() => nameCentral(false));

const words = (): string => i18next.t('headset:leave.deleteMeans.central');

test('words that did not load are loaded by the next call', async () => {
  vi.mocked(sayOtherStation).mockImplementationOnce(() => {
    throw new Error('The line is down');
  });
  await expect(nameCentral(true)).rejects.toThrow('The line is down');
  expect(words()).toContain('the central');

  await nameCentral(true);
  expect(words()).toContain('the other station');
});

test('a screen that loads its texts meanwhile does not bring back the words for a central', async () => {
  await Promise.all([allSentences(), nameCentral(true), allSentences()]);
  expect(words()).toContain('the other station');

  await Promise.all([nameCentral(true), nameCentral(false)]);
  expect(words()).toContain('the central');
});
