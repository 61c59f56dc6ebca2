import i18next from 'i18next';
import { expect, test } from 'vitest';

import { en } from '../../../renderer/copy/en/index.ts';
import { fr } from '../../../renderer/copy/fr/index.ts';
import { validationMessage } from '../../../renderer/copy/validation-message.ts';
import { messagesOf, REQUEST_SCHEMAS } from '../../support/schema-messages.ts';

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
