import { expect, test } from 'vitest';

import { onlyOwnAddress } from '../../main/mdns/own-address.ts';

const srv = (ttl = 120) => ({
  name: 'Muster 1._muster._tcp.local',
  type: 'SRV',
  ttl,
  data: { port: 7443, target: 'muster-1.local' },
});
const a = (data: string, ttl = 120) => ({ name: 'muster-1.local', type: 'A', ttl, data });
const ptr = { name: '_muster._tcp.local', type: 'PTR', ttl: 28_800, data: 'Muster 1._muster._tcp.local' };

test('an announcement contains the address of the network where it is sent, once, and no other', () => {
  const sent = onlyOwnAddress(
    { type: 'response', answers: [ptr, srv(), a('10.0.0.1'), a('192.168.1.7'), a('192.168.1.7')] },
    '192.168.1.7',
  );
  expect(sent).toMatchObject({ answers: [ptr, srv(), a('192.168.1.7')], additionals: [] });
});

test('an answer to a query contains the address among its other records', () => {
  const sent = onlyOwnAddress(
    { type: 'response', answers: [ptr], additionals: [srv(), a('10.0.0.1')] },
    '192.168.1.7',
  );
  expect(sent).toMatchObject({ answers: [ptr], additionals: [srv(), a('192.168.1.7')] });
});

test('a query for the name gets the current address, not an old one', () => {
  const sent = onlyOwnAddress({ type: 'response', answers: [a('10.0.0.1')] }, '192.168.1.7');
  expect(sent).toMatchObject({ answers: [a('192.168.1.7')], additionals: [] });
});

test('a goodbye withdraws the address, too', () => {
  const sent = onlyOwnAddress({ type: 'response', answers: [srv(0), a('10.0.0.1', 0)] }, '192.168.1.7');
  expect(sent.answers).toEqual([srv(0), a('192.168.1.7', 0)]);
});

test('a query is sent unchanged', () => {
  const question = { type: 'query', questions: [{ name: 'muster-1.local', type: 'A' }] };
  expect(onlyOwnAddress(question, '192.168.1.7')).toBe(question);
});
