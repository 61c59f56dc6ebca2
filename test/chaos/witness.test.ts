import { expect, test } from 'vitest';

import { SENDER_HEADER } from '../support/fault-proxy.ts';
import { doubleCentral } from './round-central.ts';

/** A central without conditional writes, with one slot and named clients. */
async function aSlot() {
  const central = await doubleCentral(3);
  const slot = await central.createSlot();
  const send = async (sender: string, method: string, path: string, body?: object): Promise<void> => {
    const answer = await fetch(`${central.url}/devices/${slot}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${central.token}`,
        'content-type': 'application/json',
        [SENDER_HEADER]: sender,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
  };
  const write = (sender: string, label: string) => send(sender, 'PATCH', '', { label });
  return {
    central,
    slot,
    read: (sender: string) => send(sender, 'GET', ''),
    write,
    [Symbol.asyncDispose]: () => central[Symbol.asyncDispose](),
  };
}

test('a value written between the read and the write of another station is reported as a gap of the central', async () => {
  await using played = await aSlot();
  const { central, slot, read, write } = played;
  await read('a');
  await read('b');
  await write('b', 'of b');

  await write('a', 'of a');

  expect(central.blind).toEqual([{ slot, by: 'a', field: 'label', value: 'of b' }]);
});

test('a value that a station had read before it wrote another one is no gap of the central', async () => {
  await using played = await aSlot();
  const { central, slot, read, write } = played;
  await central.edit(slot, { label: 'of the admin' });
  await read('a');

  await write('a', 'of a');
  await write('a', 'of a again');

  expect(central.blind).toEqual([]);
});
