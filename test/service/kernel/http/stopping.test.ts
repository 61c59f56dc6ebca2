import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';

import { aStation } from '../../../support/a-station.ts';

test('requests that arrived before the listener closed are answered, and streams opened by them end', async () => {
  await using station = await aStation();
  const begun = await Promise.all(
    ['/station', '/station/updates'].map((path) => beginRequest(station.url, path, station.token)),
  );
  // Answered after the others were read.
  await station.send('GET', '/station');
  const stopped = station.service.stop();
  while (await isListening(station.url)) await nextTurn();
  const answers = await Promise.all(begun.map((each) => each.finish()));
  await stopped;
  expect(answers[0]).toMatch(/^HTTP\/1\.1 200 /);
  expect(answers[1]).toMatch(/^HTTP\/1\.1 200 [^]*retry: [^]*\r\n0\r\n\r\n$/);
});

/** Sends a request but for its last line. */
async function beginRequest(url: string, path: string, token: string) {
  const socket = await connected(url);
  const { host } = new URL(url);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${token}\r\n`);
  return {
    /** Sends the rest, and returns everything that is received until the station disconnects. */
    async finish(): Promise<string> {
      socket.write('\r\n');
      let text = '';
      for await (const chunk of socket) text += String(chunk);
      return text;
    },
  };
}

function connected(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => resolve(socket));
    socket.on('error', reject);
  });
}

async function isListening(url: string): Promise<boolean> {
  const socket = await connected(url).catch(() => undefined);
  socket?.destroy();
  return socket !== undefined;
}
