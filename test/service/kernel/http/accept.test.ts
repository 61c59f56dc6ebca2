import { expect, test } from 'vitest';

import { prefersEventStream } from '../../../../main/service/kernel/http/routes/accept.ts';

test.each([
  'text/event-stream',
  'TEXT/Event-Stream',
  'text/event-stream;charset=utf-8',
  'text/event-stream, */*',
  'text/event-stream, application/json;q=0.9',
  'application/json;q=0.5 , text/event-stream;q=0.6',
  'text/*',
  'text/event-stream;q=0.001',
])('a client that accepts %s gets the stream', (accept) => {
  expect(prefersEventStream(accept)).toBe(true);
});

test.each([
  undefined,
  '',
  '*/*',
  'application/json',
  'text/html,application/xhtml+xml,*/*;q=0.8',
  'text/html',
  'application/json, text/event-stream',
  'application/json, text/event-stream;q=0.5',
  'text/event-stream;q=0',
  'text/event-stream;q=0, */*',
  'text/event-stream;q=oops',
  'text/event-stream;q=7',
  'x-text/event-stream',
])('a client that accepts %s gets JSON', (accept) => {
  expect(prefersEventStream(accept)).toBe(false);
});
