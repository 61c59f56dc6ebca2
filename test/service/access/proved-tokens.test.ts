import { expect, test, vi } from 'vitest';

import { openSigner } from '../../../main/service/access/tokens/signer.ts';
import { openTokenStore } from '../../../main/service/access/tokens/store.ts';
import { aToken } from '../../../main/service/access/sign-in/routes.ts';
import { Tokens } from '../../../main/service/access/tokens/tokens.ts';
import { enterpriseIdSchema } from '../../../shared/contract/ids.ts';
import { openStore } from '../../../main/service/kernel/data-folder/open-store.ts';
import { closing } from '../../support/closing.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { aFolder } from '../../support/temp-folder.ts';

test('a token that is used again is verified once, however many others were used in between', async () => {
  using folder = aFolder();
  using db = closing(openStore(folder.path));
  db.exec("INSERT INTO enterprise (id, name, is_own, created_at_ms) VALUES ('e1', 'n', 1, 0)");
  const signer = openSigner(folder.path);
  const verify = vi.fn<typeof signer.verify>((signed) => {
    const payload: unknown = JSON.parse(Buffer.from(signed.split('.')[1] ?? '', 'base64url').toString());
    return Promise.resolve((payload as { jti: Awaited<ReturnType<typeof signer.verify>> }).jti);
  });
  const tokens = new Tokens(openTokenStore(db), { ...signer, verify }, new ManualClock());
  const request = { ...aToken(enterpriseIdSchema.parse('e1')), kind: 'issued', label: 'x' } as const;
  const signed = db.transaction(() =>
    Array.from({ length: 20_500 }, () => tokens.sign(tokens.add(request))),
  )();
  const favourite = signed[0] ?? '';

  for (const [index, each] of signed.entries()) {
    await tokens.authenticate(each);
    if (index % 500 === 0) await tokens.authenticate(favourite);
  }
  expect(verify).toHaveBeenCalledTimes(signed.length);

  // Most of them are still cached: the cache was not cleared completely.
  for (const each of signed.slice(2_000)) await tokens.authenticate(each);
  expect(verify).toHaveBeenCalledTimes(signed.length);
});
