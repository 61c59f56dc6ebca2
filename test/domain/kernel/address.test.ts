import { expect, test } from 'vitest';

import { address } from '../../../shared/domain/kernel/address.ts';

test('path parameters are escaped, so that each stays one segment', () => {
  expect(address('/devices/{deviceId}/events', { deviceId: 'a/b?c' }, { limit: 10, type: undefined })).toBe(
    '/devices/a%2Fb%3Fc/events?limit=10',
  );
});

test('names and values of a query are escaped, also where they look like its syntax', () => {
  expect(address('/devices', {}, { name: 'a&b=c d', page: 2 })).toBe('/devices?name=a%26b%3Dc%20d&page=2');
});
