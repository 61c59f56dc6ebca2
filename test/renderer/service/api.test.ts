import { expect, test } from 'vitest';

import { call, isRefused } from '../../../renderer/service/api.ts';
import { useSession } from '../../../renderer/service/session.ts';
import { contract } from '../../../shared/contract/index.ts';
import { aStation } from '../../support/a-station.ts';

test('a call returns the reply of a real station', async () => {
  await using station = await aStation();
  useSession.setState({ state: 'open', connection: { url: station.url, token: station.token } });
  const [slot] = await station.slots(1);
  const outcome = await call(contract.getDevice, { params: { deviceId: slot?.id ?? '' } });
  expect(outcome).toMatchObject({ reply: { id: slot?.id, label: 'A-01' } });
});

test('a refusal has its code and the invalid fields', async () => {
  await using station = await aStation();
  useSession.setState({ state: 'open', connection: { url: station.url, token: station.token } });
  const gone = await call(contract.getDevice, { params: { deviceId: 'nobody' } });
  const wrong = await call(contract.createSlots, { body: { count: 0, labelPrefix: 'A-' } });
  expect(gone).toMatchObject({ refused: 'DEVICE_NOT_FOUND' });
  expect(wrong).toMatchObject({ refused: 'VALIDATION_FAILED' });
  expect(isRefused(wrong) && wrong.details?.map(({ path }) => path).join()).toMatch(/count$/);
});

test('an unreachable station is reported as a result, not thrown', async () => {
  const station = await aStation();
  useSession.setState({ state: 'open', connection: { url: station.url, token: station.token } });
  await station[Symbol.asyncDispose]();
  const outcome = await call(contract.getStation, {});
  expect(isRefused(outcome) && outcome.refused).toBe('offline');
});
