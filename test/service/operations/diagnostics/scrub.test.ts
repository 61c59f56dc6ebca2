import fc from 'fast-check';
import { expect, test } from 'vitest';

import { scrub } from '../../../../main/service/operations/diagnostics/scrub.ts';

const SECRET = 'Tz7-sW1mming_pool9Qx';

test.for([
  `{"token":"${SECRET}"}`,
  `{"err":{"body":"{\\"password\\":\\"${SECRET}\\"}"}}`,
  `{"headers":{"authorization":"Bearer ${SECRET}"}}`,
  `Authorization: Bearer ${SECRET}`,
  `GET https://user:${SECRET}@router.example/rest`,
  `failed: https://hooks.example/in?key=${SECRET}`,
  `http://127.0.0.1:7440/#launch=${SECRET}`,
  `passcode=${SECRET}`,
  `{"passphrase":"${SECRET}"}`,
  `{"wifi":[{"ssid":"${SECRET}"}]}`,
  `the key eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJ4In0.${SECRET} was used`,
  `-----BEGIN PRIVATE KEY-----\\n${SECRET}\\n-----END PRIVATE KEY-----`,
  `{"enrollmentToken": "${SECRET}", "x": 1}`,
  `{"x-api-key":"${SECRET}"}`,
  `{"code":482913}`,
])('nothing of the secret is left in %s', (line) => {
  const clean = scrub(line);
  expect(clean).not.toContain(SECRET);
  expect(clean).not.toContain('482913');
});

test('useful data stays: identifiers, digests, times, paths of the interface, words', () => {
  const line =
    '{"level":40,"time":"2026-11-21T10:24:05.123Z","deviceId":"01996f5e-7a80-7c11-9d5a-3f1b2c4d5e6f",' +
    '"sha256":"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08","path":"/station/network-checks/run",' +
    '"msg":"the backup failed; trying again in a quarter of an hour"}';
  expect(scrub(line)).toBe(line);
});

test('a known secret is removed wherever it occurs, and so is whatever looks like a random key', () => {
  const key = fc
    .base64String({ minLength: 32, maxLength: 80 })
    .filter((text) => /\d/.test(text) && /[A-Z]/.test(text));
  fc.assert(
    fc.property(fc.string(), key, fc.string(), (before, secret, after) => {
      expect(scrub(`${before} ${secret} ${after}`, [secret])).not.toContain(secret);
      expect(scrub(`${before} ${secret.replaceAll('=', '')} ${after}`)).not.toContain(
        secret.replaceAll('=', ''),
      );
    }),
  );
});
