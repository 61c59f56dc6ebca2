import { expect, test } from 'vitest';

import { contract } from '../../../../shared/contract/index.ts';
import { aBackend, type Behaviour, json, status } from '../../../support/a-backend.ts';
import { aStation, type TestStation } from '../../../support/a-station.ts';
import { ManualClock } from '../../../support/manual-clock.ts';
import { rawRequest } from '../../../support/raw-http.ts';
import { refused, refusedAt } from '../../../support/refused.ts';

const HOUR_MS = 3_600_000;
const NAMES: Readonly<Record<string, string>> = {
  'com.example.solar': 'Solar System',
  'com.example.cells': 'Inside a Cell',
};

/** Knows the applications of `names`, with the documented answer. */
function knowing(names: Readonly<Record<string, string>> = NAMES): Behaviour {
  return ({ body }, response) => {
    const { packageNames } = JSON.parse(body) as { packageNames: string[] };
    const known = packageNames
      .filter((each) => Object.hasOwn(names, each))
      .map((packageName) => ({
        packageName,
        name: names[packageName],
        imageUrl: 'https://elsewhere/x.webp',
      }));
    json(known)({ method: '', path: '', headers: {}, body }, response);
  };
}

const ask = (station: TestStation, ...packageNames: string[]) =>
  station.call(contract.lookUpApplications, { token: null, body: { packageNames } });
const namesIn = ({ body }: { body: readonly { name: string }[] }) => body.map(({ name }) => name);

test('the registered packages are returned in the requested order, each once, with images of this station', async () => {
  await using backend = await aBackend(knowing());
  await using station = await aStation({ webInterface: backend.url });

  const answer = await ask(
    station,
    'com.example.cells',
    'com.nobody',
    'com.example.solar',
    'com.example.cells',
  );

  expect(answer).toMatchObject({
    status: 200,
    body: [
      {
        packageName: 'com.example.cells',
        name: 'Inside a Cell',
        imageUrl: `${station.url}/apk-details/image/com.example.cells`,
      },
      { packageName: 'com.example.solar', name: 'Solar System' },
    ],
  });
  expect(answer.body).toHaveLength(2);
});

test('the backend gets the same path under its address, and learns nothing about the caller', async () => {
  await using backend = await aBackend(knowing());
  await using station = await aStation({ webInterface: `${backend.url}/sub/path/` });

  await station.call(contract.lookUpApplications, {
    body: { packageNames: ['com.example.solar', 'com.nobody'] },
    headers: { cookie: 'secret=1', 'x-forwarded-for': '10.1.2.3' },
  });

  expect(backend.received).toMatchObject([
    {
      method: 'POST',
      path: '/sub/path/apk-details/lookup',
      body: '{"packageNames":["com.example.solar","com.nobody"]}',
    },
  ]);
  expect(Object.keys(backend.received[0]?.headers ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/authorization|cookie|forwarded/)]),
  );
});

test('the images’ addresses use the origin by which the caller reached the station', async () => {
  await using backend = await aBackend(knowing());
  await using station = await aStation({ webInterface: backend.url });
  const { port } = new URL(station.url);

  const { body } = await rawRequest(station.url, {
    method: 'POST',
    path: contract.lookUpApplications.path,
    headers: { host: `localhost:${port}`, 'content-type': 'application/json' },
    body: '{"packageNames":["com.example.solar"]}',
  });

  expect(JSON.parse(body)).toMatchObject([
    { imageUrl: `http://localhost:${port}/apk-details/image/com.example.solar` },
  ]);
});

test.each(['https', 'http'])(
  'behind a proxy that was reached over %s, so are the images’ addresses',
  async (protocol) => {
    await using backend = await aBackend(knowing());
    await using station = await aStation({ webInterface: backend.url, trustedProxies: ['127.0.0.1'] });

    const { body } = await rawRequest(station.url, {
      method: 'POST',
      path: contract.lookUpApplications.path,
      headers: {
        'content-type': 'application/json',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-host': 'central.example',
        'x-forwarded-proto': protocol,
      },
      body: '{"packageNames":["com.example.solar"]}',
    });

    expect(JSON.parse(body)).toMatchObject([
      { imageUrl: `${protocol}://central.example/apk-details/image/com.example.solar` },
    ]);
  },
);

test('without a backend nothing is registered, and nothing fails', async () => {
  await using station = await aStation();

  expect(await ask(station, 'com.example.solar')).toMatchObject({ status: 200, body: [] });
  expect(await ask(station)).toMatchObject({ status: 200, body: [] });
});

test('known names are answered without a request, also after a restart and without the backend', async () => {
  await using backend = await aBackend(knowing());
  await using station = await aStation({ webInterface: backend.url });
  await ask(station, 'com.example.solar');
  backend.behave = status(500);

  expect(namesIn(await ask(station, 'com.example.solar'))).toEqual(['Solar System']);
  await station.restart();
  expect(namesIn(await ask(station, 'com.example.solar'))).toEqual(['Solar System']);
  await station.restart({ webInterface: undefined });
  expect(namesIn(await ask(station, 'com.example.solar'))).toEqual(['Solar System']);
  expect(backend.received).toHaveLength(1);
});

test('a day later the backend is asked again, and its new answer counts', async () => {
  const clock = new ManualClock();
  await using backend = await aBackend(knowing());
  await using station = await aStation({ webInterface: backend.url, clock });
  await ask(station, 'com.example.solar', 'com.example.cells');
  backend.behave = knowing({ 'com.example.solar': 'The Planets' });

  clock.advance(23 * HOUR_MS);
  expect(namesIn(await ask(station, 'com.example.solar'))).toEqual(['Solar System']);
  clock.advance(HOUR_MS);
  expect(namesIn(await ask(station, 'com.example.solar', 'com.example.cells'))).toEqual(['The Planets']);

  backend.behave = status(500);
  expect(namesIn(await ask(station, 'com.example.cells'))).toEqual([]);
});

test('an unknown package is not requested again within five minutes', async () => {
  const clock = new ManualClock();
  await using backend = await aBackend(knowing({}));
  await using station = await aStation({ webInterface: backend.url, clock });
  await ask(station, 'com.example.solar');
  backend.behave = knowing();

  clock.advance(299_000);
  expect(namesIn(await ask(station, 'com.example.solar'))).toEqual([]);
  clock.advance(2_000);
  expect(namesIn(await ask(station, 'com.example.solar'))).toEqual(['Solar System']);
  expect(backend.received).toHaveLength(2);
});

test('while the backend is down old names are served; a package that could not be looked up is 502, not unknown', async () => {
  const clock = new ManualClock();
  await using backend = await aBackend(knowing());
  await using station = await aStation({ webInterface: backend.url, clock });
  await ask(station, 'com.example.solar');
  clock.advance(25 * HOUR_MS);
  await backend.goAway();

  expect(namesIn(await ask(station, 'com.example.solar'))).toEqual(['Solar System']);
  expect(await ask(station, 'com.example.solar', 'com.example.cells')).toMatchObject(
    refused(502, 'WEB_INTERFACE_FAILED'),
  );
});

test('an unreachable backend is not contacted for ten seconds, then again', async () => {
  const clock = new ManualClock();
  await using backend = await aBackend(knowing());
  await using station = await aStation({ webInterface: backend.url, clock });
  await backend.goAway();
  expect((await ask(station, 'com.example.solar')).status).toBe(502);
  await backend.comeBack();

  clock.advance(9_999);
  expect((await ask(station, 'com.example.solar')).status).toBe(502);
  expect(backend.received).toEqual([]);
  clock.advance(1);
  expect(namesIn(await ask(station, 'com.example.solar'))).toEqual(['Solar System']);
});

const FAILURES: Readonly<Record<string, Behaviour>> = {
  'answers 500': status(500),
  'answers 401': status(401),
  'answers 404': status(404),
  'sends elsewhere': status(302, { location: '/login' }),
  'answers with a page': (_received, response) =>
    void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Log in'),
  'answers with broken JSON': (_received, response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('[{'),
  'answers with an object': json({ error: 'no' }),
  'hangs up': (_received, response) => void response.destroy(),
  'answers without an end': (_received, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).write('[');
    const more = (): boolean => response.write('1,'.repeat(50_000));
    response.on('drain', more);
    while (more());
  },
};

test.for(Object.entries(FAILURES))(
  'a backend that %s is a proxy failure without details',
  async ([, behave]) => {
    await using backend = await aBackend(behave);
    await using station = await aStation({ webInterface: backend.url });

    const answer = await ask(station, 'com.example.solar');

    expect(answer).toMatchObject(refused(502, 'WEB_INTERFACE_FAILED'));
    expect(JSON.stringify(answer.body)).not.toContain(new URL(backend.url).port);
  },
);

test('from a partly valid answer the valid part is used', async () => {
  const entries = [
    null,
    7,
    { packageName: 'com.example.solar' },
    { packageName: 'com.example.solar', name: '   ' },
    { packageName: 'com.example.solar', name: 42 },
    { packageName: 'com.example.cells', name: ' Cells\0\ud800 ', more: true },
    { packageName: 'com.not.asked', name: 'Pushed in' },
  ];
  await using backend = await aBackend(json(entries));
  await using station = await aStation({ webInterface: backend.url });

  const answer = await ask(station, 'com.example.solar', 'com.example.cells');

  expect(answer.body).toMatchObject([{ packageName: 'com.example.cells', name: 'Cells\ufffd' }]);
  expect(answer.body).toHaveLength(1);
});

test('a package may have the name of an object’s built-in property', async () => {
  await using backend = await aBackend(json([{ packageName: 'constructor', name: 'The Constructor' }]));
  await using station = await aStation({ webInterface: backend.url });

  expect(namesIn(await ask(station, 'constructor', 'hasOwnProperty'))).toEqual(['The Constructor']);
});

test('names that Android would not accept, and more than 500, are refused with their path', async () => {
  await using station = await aStation();
  const lookUp = (packageNames: unknown) =>
    station.call(contract.lookUpApplications, { token: null, body: { packageNames } });

  expect(await lookUp(['com.good', '../../etc/passwd'])).toMatchObject(refusedAt('packageNames.1'));
  expect(await lookUp(['com..double'])).toMatchObject(refusedAt('packageNames.0'));
  expect(await lookUp([`a${'b'.repeat(256)}`])).toMatchObject(refusedAt('packageNames.0'));
  expect(await lookUp(Array.from({ length: 501 }, () => 'com.good'))).toMatchObject(
    refusedAt('packageNames'),
  );
  expect(await lookUp(undefined)).toMatchObject(refusedAt('packageNames'));
  expect((await lookUp(Array.from({ length: 500 }, () => 'com.good'))).status).toBe(200);
});

test('one address may look up 120 times a minute, with a token or without', async () => {
  await using station = await aStation();
  const body = { packageNames: [] };
  const send = (token?: string | null) =>
    station.call(contract.lookUpApplications, { body, ...(token === null ? { token } : {}) });

  for (let count = 0; count < 120; count += 1) {
    expect((await send(count % 2 === 0 ? null : undefined)).status).toBe(200);
  }

  const refusal = await send();
  expect(refusal).toMatchObject(refused(429, 'RATE_LIMITED'));
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
  const elsewhere = await rawRequest(station.url, {
    method: 'POST',
    path: contract.lookUpApplications.path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    localAddress: '127.0.0.2',
  });
  expect(elsewhere.status).toBe(200);
});

test('a stopping station does not wait for the backend', async () => {
  await using backend = await aBackend(() => {
    // Never answers.
  });
  await using station = await aStation({ webInterface: backend.url });
  const asking = station.send('POST', contract.lookUpApplications.path, {
    token: null,
    body: { packageNames: ['com.example.solar'] },
  });
  while (backend.received.length === 0) await new Promise((resolve) => setImmediate(resolve));

  await Promise.all([station.service.stop(), asking]);

  expect(await asking).toMatchObject(refused(502, 'WEB_INTERFACE_FAILED'));
});
