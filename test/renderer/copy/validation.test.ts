import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import i18next from 'i18next';
import { expect, test } from 'vitest';

import { foundWrong } from '../../../renderer/copy/en/found-wrong.ts';
import { en } from '../../../renderer/copy/en/index.ts';
import { fr } from '../../../renderer/copy/fr/index.ts';
import { validationMessage } from '../../../renderer/copy/validation-message.ts';
import { errorBodySchema } from '../../../shared/contract/errors.ts';
import { anyText } from '../../support/any-value.ts';
import { messagesOf, REQUEST_SCHEMAS } from '../../support/schema-messages.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();
const language = i18next.createInstance();
await language.init({ lng: 'fr', resources: { en, fr }, interpolation: { escapeValue: false } });
const inFrench = language.getFixedT('fr', 'validation');
const inEnglish = language.getFixedT('en', 'validation');

/** How zod and its users speak to programmers. */
const VALIDATORS_WORDS =
  /invalid|too (?:big|small|long|short):|expected|received|undefined|NaN|regex|pattern|\bstring\b|boolean|array|schema|zod/i;

test('all parts of all requests are covered, and give messages', () => {
  expect(REQUEST_SCHEMAS.length).toBeGreaterThan(600);
  expect(new Set(REQUEST_SCHEMAS.flatMap(([, schema]) => [...messagesOf(schema)])).size).toBeGreaterThan(150);
});

test.each(REQUEST_SCHEMAS)('%s: wrong values are explained in plain English and in French', (_, schema) => {
  for (const message of messagesOf(schema)) {
    expect(message).not.toMatch(VALIDATORS_WORDS);
    expect(validationMessage(message, inEnglish)).toBe(message);
    expect(validationMessage(message, inFrench)).toMatch(/^(?:[\w.]+: )?(?:Doi|Ne doi|Valeur|Ce n|L’|Un)/);
  }
});

test('a message with values, of several forms, and of what is missing is translated', () => {
  expect(validationMessage('Must have at most 64 characters', inFrench)).toBe(
    'Doit avoir au plus 64 caractères',
  );
  expect(validationMessage('Must be true or false. Or: Must be an object', inFrench)).toMatch(
    /^Doit être true ou false\. Ou\s: Doit être un objet$/,
  );
  expect(validationMessage('isActive: Is missing. Must be text', inFrench)).toBe(
    'isActive: Valeur manquante. Doit être un texte',
  );
});

test('a sentence of another release stays as it is', () => {
  expect(validationMessage('Must be blue', inFrench)).toBeUndefined();
});

// What endpoints find wrong with values that their schemas allow.
const SOME_ID = '01890000-0000-7000-8000-000000000000';
const aRouter = { kind: 'routeros', label: 'R', url: null, poolSize: null };
const aList = { kind: 'csv', label: 'L', poolSize: null };
const aWebhook = { label: 'W', events: ['*'] };

test.each<[string, string, object?]>([
  ['POST', 'devices/stats/connectivity', { startDate: '2990-01-01T00:00:00Z' }],
  [
    'POST',
    'devices/stats/connectivity',
    { startDate: '2026-02-02T00:00:00Z', endDate: '2026-02-01T00:00:00Z' },
  ],
  ['POST', 'station/network/checks', { internetAddress: 'https://school.example' }],
  ['POST', 'station/network/checks', { internetAddress: 'http://ada:x@school.example' }],
  ['POST', 'station/webhooks', { ...aWebhook, url: 'https://ada:x@school.example' }],
  ['POST', 'station/upstream/check', { url: 'https://central.example?a=1', token: 't' }],
  ['POST', 'station/upstream/check', { url: 'https://central.example' }],
  ['POST', 'station/tokens', { scope: 'device', label: 'T' }],
  ['POST', 'station/tokens', { scope: 'enterprise', label: 'T', enterpriseId: SOME_ID }],
  ['POST', 'station/slots/import', { check: true }],
  ['POST', 'station/slots/swap', { devicesId: [SOME_ID, SOME_ID] }],
  ['POST', 'station/plans', { devicesId: [SOME_ID] }],
  ['PUT', 'station/routers', { items: [aRouter] }],
  ['PUT', 'station/routers', { items: [{ ...aRouter, url: 'https://ada:x@192.168.88.1' }] }],
  ['PUT', 'station/routers', { items: [{ ...aRouter, url: 'https://192.168.88.1/rest' }] }],
  [
    'PUT',
    'station/routers',
    { items: [{ ...aList, csv: '1.2.3,A4:5E:60:CC:00:01\n10.0.0.2,mac\n10.0.0.3,A4:5E:60:CC:00:01,a,b' }] },
  ],
])('%s %s %j', async (method, path, body) => {
  const answer = await station.send(method, `/${path}`, { body });
  const { code, details = [] } = errorBodySchema.parse(answer.body);

  expect([answer.status, code]).toEqual([400, 'VALIDATION_FAILED']);
  expect(details).not.toEqual([]);
  for (const { message } of details)
    expect([message, validationMessage(message, inFrench)]).toEqual([message, anyText]);
});

test('every sentence is recognized as itself, with its values, and not as another', () => {
  for (const [key, sentence] of Object.entries(foundWrong)) {
    const said = sentence.replaceAll(/\{\{\w+\}\}/g, '7');
    const french = fr.validation[key as keyof typeof foundWrong].replaceAll(/\{\{\w+\}\}/g, '7');
    expect(validationMessage(said, inFrench)).toBe(french);
  }
});

// The service and the copy say them apart: a sentence that is reworded in one place only would no longer be translated.
test('every sentence is one that the service says', () => {
  const sources = ['main/service', 'shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => readFileSync(join(folder, path), 'utf8')),
  );
  const silent = Object.values(foundWrong).filter((sentence) => {
    const parts = sentence.replace(/^Line \{\{line\}\}: /, '').split(/\{\{\w+\}\}/);
    return !sources.some((source) => parts.every((part) => source.includes(part)));
  });
  expect(silent).toEqual([]);
});
