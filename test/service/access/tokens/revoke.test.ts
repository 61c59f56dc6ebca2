import { expect, test } from 'vitest';

import { getToken, issueToken, listTokens, revokeToken } from '../../../../shared/contract/access/tokens.ts';
import { anyText } from '../../../support/any-value.ts';
import { aStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

async function aToken(request: Record<string, unknown> = {}) {
  const { body } = await station.call(issueToken, { body: { scope: 'enterprise', ...request } });
  return body;
}
const revoke = (tokenId: string, token = station.token) =>
  station.call(revokeToken, { params: { tokenId }, token });

test('a revoked token is refused at once, and listed as revoked', async () => {
  const { id, token } = await aToken();
  expect((await station.send('GET', '/station', { token })).status).toBe(200);

  const { status, body } = await revoke(id);

  expect(status).toBe(200);
  expect(body).toMatchObject({ id, revokedAt: anyText });
  expect(await station.send('GET', '/station', { token })).toMatchObject(refused(401, 'UNAUTHENTICATED'));
  expect((await station.call(getToken, { params: { tokenId: id } })).body).toEqual(body);
  expect((await station.call(listTokens)).body.items).toContainEqual(body);
});

test('a token that was never used before its revocation is refused as well', async () => {
  const { id, token } = await aToken();

  await revoke(id);

  expect((await station.send('GET', '/station', { token })).status).toBe(401);
});

test('revoking ends every open stream of the token', async () => {
  const { id: deviceId } = await station.enrolled();
  const { id, token } = await aToken();
  await using wall = await station.stream('/station/updates', token);
  await using device = await station.stream(`/devices/${deviceId}/updates`, token);
  await using other = await station.stream('/station/updates');
  await Promise.all([wall.next('hello'), device.next('hello'), other.next('hello')]);

  await revoke(id);

  await Promise.all([wall.ended, device.ended]);
  await station.slots(1);
  expect(await other.next('device')).toBeDefined();
});

test('revoking twice is harmless and keeps the first time', async () => {
  const { id } = await aToken();

  const first = await revoke(id);
  const second = await revoke(id);

  expect(second).toMatchObject({ status: 200, body: first.body });
});

test('a token is still revoked after a restart', async () => {
  const { id, token } = await aToken();
  await revoke(id);

  await station.restart();

  expect((await station.send('GET', '/station', { token })).status).toBe(401);
});

test('a token may revoke itself', async () => {
  const { id, token } = await aToken();

  expect((await revoke(id, token)).status).toBe(200);
  expect((await revoke(id, token)).status).toBe(401);
});

test('an unknown or malformed token id is not found', async () => {
  for (const tokenId of ['nobody', 'no such id', 'a'.repeat(65)]) {
    expect((await revoke(tokenId)).status).toBe(404);
    expect((await station.call(getToken, { params: { tokenId } })).status).toBe(404);
  }
  expect(await revoke('nobody')).toMatchObject(refused(404, 'TOKEN_NOT_FOUND'));
});

test('an organisation neither sees nor revokes another’s tokens', async () => {
  const other = await station.enterprise();
  const { id, token } = await aToken();

  expect(await revoke(id, other.token)).toMatchObject(refused(404, 'TOKEN_NOT_FOUND'));
  expect(await station.call(getToken, { params: { tokenId: id }, token: other.token })).toMatchObject(
    refused(404, 'TOKEN_NOT_FOUND'),
  );
  expect((await station.send('GET', '/station', { token })).status).toBe(200);
});

test('tokens without an organisation do not see one another', async () => {
  const one = await aToken({ enterpriseId: null });
  const two = await aToken({ enterpriseId: null });

  expect(await revoke(two.id, one.token)).toMatchObject(refused(404, 'TOKEN_NOT_FOUND'));
  expect((await station.send('GET', '/station', { token: two.token })).status).toBe(200);
});

test('tokens are found by a part of their name, by id and by headset, and valid ones can be listed alone', async () => {
  const headset = await station.enrolled();
  const stored = await aToken({ label: 'Time table of Hall B' });
  const ended = await aToken({ label: 'Time table of Hall C' });
  await revoke(ended.id);
  const found = async (query: Record<string, string>) => {
    const { body } = await station.call(listTokens, { query });
    return [body.total, ...body.items.map(({ id }) => id)];
  };

  expect(await found({ search: 'table of hall' })).toEqual([2, ended.id, stored.id]);
  expect(await found({ search: 'table of hall', live: 'true' })).toEqual([1, stored.id]);
  expect(await found({ search: 'table of hall', limit: '1', page: '2' })).toEqual([2, stored.id]);
  expect(await found({ search: ended.id })).toEqual([1, ended.id]);
  expect(await found({ search: headset.id })).toHaveLength(2);
  expect(await found({ search: '100%_' })).toEqual([0]);
  expect(await found({ search: 'table of hall', owner: 'programs' })).toEqual([2, ended.id, stored.id]);
  expect(await found({ search: headset.id, owner: 'programs' })).toEqual([0]);
  expect(await found({ search: headset.id, owner: 'headsets' })).toHaveLength(2);
});

test('a stream ends when its token expires', async () => {
  const { token } = await aToken({ expiresInSec: 1 });
  await using wall = await station.stream('/station/updates', token);
  await wall.next('hello');

  await wall.ended;

  expect((await station.send('GET', '/station', { token })).status).toBe(401);
});

test('a station whose ready token was revoked issues a new one at the next start', async () => {
  await using own = await aStation();
  const { token } = own;
  const { body } = await own.call(listTokens);
  const ready = body.items.find(({ label }) => label === 'ready line');
  await own.call(revokeToken, { params: { tokenId: ready?.id ?? '' } });

  await own.restart();

  expect(own.token).not.toBe(token);
  expect((await own.send('GET', '/station')).status).toBe(200);
  expect((await own.send('GET', '/station', { token })).status).toBe(401);
});

test('a stream sends nothing more once its token has expired by the station’s clock', async () => {
  const clock = new ManualClock();
  await using own = await aStation({ clock });
  const token = await own.issue({ expiresInSec: 3_600 });
  await using wall = await own.stream('/station/updates', token);
  await using other = await own.stream('/station/updates');
  await Promise.all([wall.next('hello'), other.next('hello')]);

  clock.advance(3_602_000);
  await own.slots(1);

  await Promise.all([wall.ended, other.next('device')]);
  expect(wall.events.map(({ name }) => name)).toEqual(['hello']);
});
