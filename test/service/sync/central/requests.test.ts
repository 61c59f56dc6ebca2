import { expect, test } from 'vitest';

import { aCentral, type Fault } from '../../../support/central-double/index.ts';
import { aClient } from './a-client.ts';

const configure = { kind: 'configure', settings: { volume: 3 } } as const;

test('a read is retried after 500 ms, 1, 2 and 4 s, and then the central counts as unreachable', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  central.add('a');
  central.fault = () => ({ kind: 'answer', status: 502 });

  const outcome = await client.getDevice('a');

  expect(outcome).toMatchObject({ kind: 'offline', fault: { reason: 'SERVER_ERROR' } });
  expect(client.waits).toEqual([500, 1_000, 2_000, 4_000]);
  expect(central.arrivals).toHaveLength(5);
});

test('the delay never exceeds 30 s, plus up to 250 ms at random', async () => {
  await using central = await aCentral();
  await using client = aClient(central, { attempts: 9, random: () => 1 });
  central.fault = () => ({ kind: 'answer', status: 500 });

  await client.getDevice('a');

  expect(client.waits).toEqual([750, 1_250, 2_250, 4_250, 8_250, 16_250, 30_250, 30_250]);
});

test.for<[string, Fault]>([
  ['cut before it was done', { kind: 'cutBefore' }],
  ['cut after it was done', { kind: 'cutAfter' }],
  ['answered with 500', { kind: 'answer', status: 500 }],
  ['done and answered with 502', { kind: 'answerAfter', status: 502 }],
  ['done and answered with something cut off', { kind: 'answerAfter', status: 200, body: '{"device":{"id' }],
])('a write that is %s is not repeated: its outcome is unknown', async ([, fault]) => {
  await using central = await aCentral();
  await using client = aClient(central);
  central.add('a');
  central.fault = () => fault;

  const outcomes = [
    await client.push({ ...configure, ids: ['a'] }),
    await client.enrol({ enrollmentToken: 'token-a', androidId: 'x' }),
    await client.unenrol('a', { version: null }),
    await client.report('a', { events: [] }),
    await client.remove('a', { version: null }),
  ];

  expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'unknownOutcome'));
  expect(central.arrivals).toHaveLength(5);
  expect(client.waits).toEqual([]);
});

test('a write that was not sent is retried, and done once', async () => {
  await using central = await aCentral();
  await using client = aClient(central, {
    onWait: () => (client.waits.length === 2 ? central.goOnline() : undefined),
  });
  central.add('a');
  await central.goOffline();

  const outcome = await client.report('a', {});

  expect(outcome.kind).toBe('ok');
  expect(client.waits).toEqual([500, 1_000]);
  expect(central.ledger.writes).toHaveLength(1);
});

test('a merged value that had to wait is not sent: others may have written meanwhile', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  central.add('a');
  central.fault = ({ index }) =>
    index === 0 ? { kind: 'answer', status: 429, headers: { 'retry-after': '7' } } : undefined;

  const outcome = await client.push({ ...configure, ids: ['a'] });

  expect(outcome).toEqual({ kind: 'stale' });
  expect(central.ledger.writes).toEqual([]);
});

test('a write to a busy central is retried when it asked for, in seconds or by a date of its own clock', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  central.add('a');
  const itsTime = Date.parse('2031-01-01T00:00:00Z');
  const limits: Record<string, string>[] = [
    { 'retry-after': '7' },
    {
      'retry-after': new Date(itsTime + 12_000).toUTCString(),
      date: new Date(itsTime).toUTCString(),
    },
  ];
  central.fault = ({ index }) => {
    const headers = limits[index];
    return headers === undefined ? undefined : { kind: 'answer', status: 429, headers };
  };

  const outcome = await client.report('a', {});

  expect(outcome.kind).toBe('ok');
  // The delay of the retry counts towards the requested pause.
  expect(client.waits).toEqual([500, 6_500, 1_000, 11_000]);
  expect(central.ledger.writes).toHaveLength(1);
});

test('a central that asks for a long pause gets it: nobody sends anything before', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  central.add('a');
  central.fault = () => ({ kind: 'answer', status: 429, headers: { 'retry-after': '600' } });

  const first = await client.getDevice('a');
  const second = await client.push({ ...configure, ids: ['a'] });

  expect(first).toMatchObject({ kind: 'limited', untilMs: client.limitedUntilMs });
  expect(second.kind).toBe('limited');
  expect(central.arrivals).toHaveLength(1);

  central.fault = () => undefined;
  client.time.nowMs = client.limitedUntilMs;
  expect((await client.getDevice('a')).kind).toBe('ok');
});

test('a pause of years is limited to an hour', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  const before = client.time.nowMs;
  central.fault = () => ({ kind: 'answer', status: 429, headers: { 'retry-after': '999999999' } });

  await client.getDevice('a');

  expect(client.limitedUntilMs).toBe(
    before + client.waits.reduce((sum, ms) => sum + ms, 0) - 500 + 3_600_000,
  );
});

test('no more than four requests are in progress at a time', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  central.add('a');
  let most = 0;
  let [open, release] = [0, (): void => undefined];
  const full = new Promise<void>((resolve) => (release = resolve));
  central.fault = () => {
    open += 1;
    most = Math.max(most, open);
    // The first four are answered together, once the fourth has arrived.
    if (open === 4) release();
    return { kind: 'hold', until: full.then(() => (open -= 1)) };
  };

  const outcomes = await Promise.all(Array.from({ length: 12 }, () => client.getDevice('a')));

  expect(outcomes.every(({ kind }) => kind === 'ok')).toBe(true);
  expect(most).toBe(4);
});

test('a refusal is reported with its status, code and message, and not retried', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  const clash = [
    { packageName: 'p', url: 'http://x/1' },
    { packageName: 'p', url: 'http://x/2' },
  ];
  central.add('a');

  const missing = await client.getDevice('nobody');
  const conflict = await client.push({ kind: 'configure', ids: ['a'], settings: { applications: clash } });

  expect(missing).toMatchObject({ kind: 'refused', status: 404, message: 'Device not found' });
  expect(conflict).toMatchObject({
    kind: 'ok',
    value: [{ id: 'a', ok: false, status: 422, code: 'PACKAGE_NAME_CONFLICT' }],
  });
  expect(central.arrivals).toHaveLength(2);
});

test('each write of one device and of many arrives as intended', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  const [a, b] = [central.add('a'), central.add('b')];

  const calls = [
    { kind: 'configure', ids: ['a', 'b'], settings: { volume: 1 } },
    { kind: 'configure', ids: ['a'], settings: { volume: 2 } },
    { kind: 'patch', ids: ['a', 'b'], label: 'Both', license: { level: 'gold' } },
    { kind: 'patch', ids: ['b'], label: 'Second' },
    { kind: 'setMetadata', ids: ['a', 'b'], namespace: 'group', value: { id: 'g', label: 'G' } },
    { kind: 'setMetadata', ids: ['a'], namespace: 'class', value: { k: 1 } },
    { kind: 'removeMetadata', ids: ['b'], namespace: 'group' },
  ] as const;
  for (const call of calls) {
    const outcome = await client.push(call);
    expect(outcome).toMatchObject({ kind: 'ok', value: call.ids.map((id) => ({ id, ok: true })) });
  }

  expect(a).toMatchObject({
    label: 'Both',
    license: { level: 'gold' },
    settings: { volume: 2 },
    metadata: { group: { id: 'g', label: 'G' }, class: { k: 1 } },
  });
  expect(b).toMatchObject({ label: 'Second', settings: { volume: 1 }, metadata: {} });
  expect(client.sent.get('PUT /devices/configure')).toBe(1);
});

test('a batch that is too large is split until it fits, each device is written once, and a missing one fails alone', async () => {
  await using central = await aCentral({ maxIds: 3 });
  await using client = aClient(central);
  const ids = Array.from({ length: 20 }, (_, index) => `d${String(index)}`);
  for (const id of ids.slice(1)) central.add(id);

  const outcome = await client.push({ ...configure, ids });

  expect(outcome).toMatchObject({
    kind: 'ok',
    value: [{ id: 'd0', ok: false }, ...ids.slice(1).map((id) => ({ id, ok: true }))],
  });
  const written = central.ledger.writes.flatMap((write) => write.ids);
  expect(written.toSorted()).toEqual(ids.slice(1).toSorted());
});

test('when a part of a split batch is lost, the rest is not reported as lost with it', async () => {
  await using central = await aCentral({ maxIds: 2 });
  await using client = aClient(central);
  for (const id of ['a', 'b', 'c', 'd']) central.add(id);
  central.fault = ({ index }) => (index === 2 ? { kind: 'cutAfter' } : undefined);

  const outcome = await client.push({ ...configure, ids: ['a', 'b', 'c', 'd'] });

  expect(outcome).toMatchObject({
    kind: 'ok',
    value: [
      { id: 'a', ok: true },
      { id: 'b', ok: true },
      { id: 'c', ok: 'unclear' },
      { id: 'd', ok: 'unclear' },
    ],
  });
});

test('the central is asked which events it has if their delivery is unknown', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  const events = Array.from({ length: 250 }, (_, index) => ({ eventId: `e${String(index)}`, type: 'T' }));
  central.add('a', { events });

  const known = await client.knownEvents('a', new Set(['e3', 'e249', 'not-there']));

  expect(known).toEqual({ kind: 'ok', value: new Set(['e3', 'e249']) });
  expect(central.arrivals).toHaveLength(3);
});

test('a closed client cancels its waits and sends nothing more', async () => {
  await using central = await aCentral();
  const client = aClient(central);
  central.add('a');
  const asked = Promise.withResolvers<void>();
  central.fault = () => {
    asked.resolve();
    return { kind: 'hold', until: new Promise(() => undefined) };
  };

  const reading = client.getDevice('a');
  await asked.promise;
  await client.close();

  expect(await reading).toMatchObject({ kind: 'offline', fault: { reason: 'STOPPED' } });
  expect(await client.getDevice('a')).toMatchObject({ kind: 'offline', fault: { reason: 'STOPPED' } });
  expect(central.arrivals).toHaveLength(1);
});

test('a station leaves some of the token’s requests per minute to others, and waits for the next minute', async () => {
  await using central = await aCentral();
  await using client = aClient(central);
  central.add('a');
  const left = ['61', '60', '300'];
  central.fault = () => ({
    kind: 'answer',
    status: 200,
    headers: {
      'content-type': 'application/json',
      'x-ratelimit-limit': '600',
      'x-ratelimit-remaining': left.shift() ?? '',
      'x-ratelimit-reset': '20',
    },
    body: JSON.stringify({ id: 'a' }),
  });

  await client.getDevice('a');
  const beforeLast = client.waits.length;
  await client.getDevice('a');
  await client.getDevice('a');

  expect(beforeLast).toBe(0);
  expect(client.waits).toEqual([20_000, 20_000]);
  expect(client.perMinute).toBe(600);
});
