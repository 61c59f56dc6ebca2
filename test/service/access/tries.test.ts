import { expect, test } from 'vitest';

import { openPasscodeTries } from '../../../main/service/access/passcodes/attempts.ts';
import { openStore } from '../../../main/service/kernel/data-folder/open-store.ts';
import { closing } from '../../support/closing.ts';
import { aFolder } from '../../support/temp-folder.ts';

const MINUTE_MS = 60_000;

test('wrong passcodes over the network do not lock the technician out of this computer', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  const tries = openPasscodeTries(db);
  for (let guess = 0; guess < 40; guess += 1) tries.begin(`192.168.7.${guess % 4}`, guess * 1_000);
  const nowMs = 40_000;

  expect(tries.waitMs('192.168.7.99', nowMs)).toBeGreaterThan(14 * MINUTE_MS);
  for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(tries.waitMs(own, nowMs)).toBe(0);
});

test('one address cannot use up the attempts of all others', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  const tries = openPasscodeTries(db);
  let guesses = 0;
  for (let nowMs = 0; nowMs < 14 * MINUTE_MS; nowMs += 1_000) {
    if (tries.waitMs('192.168.7.3', nowMs) > 0) continue;
    tries.begin('192.168.7.3', nowMs);
    guesses += 1;
  }

  expect(guesses).toBe(20);
  expect(tries.waitMs('192.168.7.4', 14 * MINUTE_MS)).toBe(0);
});
