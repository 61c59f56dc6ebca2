import { readdirSync, readFileSync } from 'node:fs';

import { createInstance } from 'i18next';
import { expect, test } from 'vitest';

import { en } from '../../../renderer/copy/en/index.ts';
import { fr } from '../../../renderer/copy/fr/index.ts';
import { codeText } from '../../../renderer/model/labels/code-labels.ts';
import { INSTALL_FAILURES } from '../../../main/adb/failures.ts';

const BODY = 'main/adb-agent/body';
/** Reasons that come from a connection. */
const OF_CONNECTION = [
  'UNPLUGGED',
  'NOT_ANSWERING',
  'COMMAND_FAILED',
  'NO_ROOM',
  'CONTENT_MISSING',
  'INSTALL_FAILED',
];

/** Every reason that the sources of the agent name. */
function reasonsOfAgent(): string[] {
  const sources = readdirSync(BODY).map((name) => readFileSync(`${BODY}/${name}`, 'utf8'));
  return sources.flatMap((text) =>
    [...text.matchAll(/(?:refusal\(|new Error\(|return )'([A-Z][A-Z_]{3,})'/g)].map(
      ([, reason = '']) => reason,
    ),
  );
}

async function wordsIn(language: 'en' | 'fr') {
  const i18n = createInstance();
  await i18n.init({ resources: { en, fr }, lng: language, interpolation: { escapeValue: false } });
  return codeText(i18n.getFixedT(language, 'headset'));
}

test.each(['en', 'fr'] as const)('every reason of an agent over adb has words in %s', async (language) => {
  const wordsOf = await wordsIn(language);
  const reasons = new Set([...reasonsOfAgent(), ...OF_CONNECTION, ...INSTALL_FAILURES]);
  expect(reasons.size).toBeGreaterThan(60);
  expect([...reasons].filter((reason) => wordsOf(reason) === null)).toEqual([]);
});

test.each([
  ['INSTALL_FAILED_NO_MATCHING_ABIS', /other headsets/],
  ['INSTALL_FAILED_INSUFFICIENT_STORAGE', /Not enough space/],
  ['INSTALL_FAILED_UPDATE_INCOMPATIBLE', /another publisher/],
  ['INSTALL_FAILED_SANDBOX_VERSION_DOWNGRADE', /newer version/],
  ['INSTALL_FAILED_USER_RESTRICTED', /Allow it/],
  ['INSTALL_FAILED_SOMETHING_NEW', /Try again/],
])('%s is explained', async (code, expected) => {
  expect((await wordsIn('en'))(code)).toMatch(expected);
});
