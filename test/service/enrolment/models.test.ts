import { expect, test } from 'vitest';

import { identifyType } from '../../../shared/contract/enrolment.ts';
import { anyText } from '../../support/any-value.ts';
import { aStation } from '../../support/a-station.ts';
import { refused, refusedAt } from '../../support/refused.ts';
import { aSharedStation } from '../../support/shared-station.ts';

const station = await aSharedStation();

test.each([
  ['PICO 4', 'PICO_A8110', 'pico'],
  ['A8150', 'A8150', 'pico'],
  ['Quest 3', 'eureka', 'meta'],
  ['Oculus Quest', 'monterey', 'meta'],
  ['VIVE Focus 3', 'focus3', 'htc'],
  ['HTC XR Elite', 'vive', 'htc'],
  ['Pixel 9', 'tokay', 'generic'],
  ['Picolo phone', 'questionable', 'generic'],
])('a headset that says %s / %s is of brand %s', async (name, product, brand) => {
  const { status, body } = await station.call(identifyType, { body: { name, product } });

  expect(status).toBe(200);
  expect(body).toEqual({ id: anyText, name, product, brand });
});

test('the same model is created once, also when two headsets ask at the same time', async () => {
  const body = { name: 'Unheard of', product: 'x1' };

  const answers = await Promise.all([1, 2, 3].map(() => station.call(identifyType, { body })));

  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
});

test('another product under the same name is another model', async () => {
  const one = await station.call(identifyType, { body: { name: 'Same', product: 'p1' } });
  const two = await station.call(identifyType, { body: { name: 'Same', product: 'p2' } });

  expect(one.body.id).not.toBe(two.body.id);
});

test('name and product are both needed', async () => {
  expect(await station.call(identifyType, { body: {} })).toMatchObject(refusedAt('name', 'product'));
  expect(await station.call(identifyType, { body: { name: '', product: 'p' } })).toMatchObject(
    refusedAt('name'),
  );
});

test('a station that refuses unknown models answers 404 for them and knows those it has', async () => {
  await using strict = await aStation();
  const known = { name: 'PICO 4', product: 'A8110' };
  await strict.call(identifyType, { body: known });
  await strict.restart({ refusesUnknownTypes: true });

  const unknown = await strict.call(identifyType, { body: { name: 'Toaster', product: 't' } });
  const again = await strict.call(identifyType, { body: known });

  expect(unknown).toMatchObject(refused(404, 'DEVICE_TYPE_UNKNOWN'));
  expect(again).toMatchObject({ status: 200, body: known });
});
