import { expect, test } from 'vitest';
import { z } from 'zod';

import { openStore } from '../../../../main/service/kernel/data-folder/open-store.ts';
import { openSetting } from '../../../../main/service/kernel/store/setting.ts';
import { closing } from '../../../support/closing.ts';
import { aFolder } from '../../../support/temp-folder.ts';

const colour = { key: 'test.colour', schema: z.string().nullable(), initial: 'green' };

test('a setting has its initial value until it is written, and keeps the new one over a restart', () => {
  using folder = aFolder();
  {
    using db = closing(openStore(folder.path));
    const setting = openSetting(db, colour);
    expect(setting.get()).toBe('green');
    const afterCommit = setting.put(null);
    expect(setting.get()).toBe('green');
    afterCommit();
    expect(setting.get()).toBeNull();
  }
  using db = closing(openStore(folder.path));
  expect(openSetting(db, colour).get()).toBeNull();
});

test('a value of another shape is refused when the setting is opened', () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  openSetting(db, colour).put('red');
  expect(() => openSetting(db, { ...colour, schema: z.int(), initial: 1 })).toThrow(z.ZodError);
});
