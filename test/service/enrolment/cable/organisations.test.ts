import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import { nothing } from '../../../../shared/contract/primitives.ts';
import { aSharedStation } from '../../../support/shared-station.ts';
import { goodBodyOf } from '../../hostile/good-bodies.ts';

const station = await aSharedStation();

const CABLE = (Object.keys(contract) as (keyof typeof contract)[]).filter((name) =>
  contract[name].path.startsWith('/station/cable'),
);

test.each(CABLE)('%s is refused to other organisations, and to a token of none', async (name) => {
  const { method, path, body } = contract[name];
  const strangers = [(await station.enterprise(name)).token, await station.issue({ enterpriseId: null })];
  const { id: deviceId } = await station.enrolled();
  const sent =
    body === nothing ? {} : { body: goodBodyOf(name, { deviceId, enterpriseId: station.enterpriseId }) };
  for (const token of strangers)
    expect(await station.send(method, `${path}?cart=cart-a`, { token, ...sent })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN' },
    });
});
