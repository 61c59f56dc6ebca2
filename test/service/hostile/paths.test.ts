import { expect, test } from 'vitest';

import { errorBodySchema } from '../../../shared/contract/errors.ts';
import { noInsides } from '../../support/no-insides.ts';
import { rawRequest } from '../../support/raw-http.ts';
import { aSharedStation } from '../../support/shared-station.ts';
import { StoreWatch } from '../../support/store-watch.ts';
import { fillPath, OPERATIONS, tokenFor } from './operations.ts';

const station = await aSharedStation();
const headset = await station.enrolled();
const check = await station.openApiCheck();
const tokens = { enterprise: station.token, device: headset.token };

/** Sent unchanged, without normalisation by a client. */
const HOSTILE_SEGMENTS = [
  '..',
  '.',
  '...',
  '%2e%2e',
  '..%2f..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%252e%252e%252f',
  '%00',
  'a%00b',
  '%0d%0aX-Injected:%20yes',
  '%ff%fe',
  '%c0%ae',
  '%',
  '%zz',
  '%u0041',
  'a;b=c',
  "'%20OR%201=1--",
  '%22%3E%3Cscript%3E',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'undefined',
  'null',
  '{deviceId}',
  ':deviceId',
  '*',
  '%F0%9F%A5%BD',
  '%E2%80%AE',
  'a'.repeat(65),
  'a'.repeat(4_096),
  'a'.repeat(4_097),
  'a'.repeat(12_000),
];

/** Existing ids, for the parameters that are not the hostile one. */
const GOOD: Readonly<Record<string, string>> = {
  deviceId: headset.id,
  androidid: headset.androidId,
};

const withPath = OPERATIONS.flatMap(({ name, operation }) =>
  check
    .parametersOf(operation)
    .filter((parameter) => parameter.in === 'path')
    .map((parameter) => ({ name, operation, parameter, at: parameter.name })),
);

/** Reads for which the interface documents 400 for a malformed id; all others: 404. */
const LISTING_400 = ['/devices/{deviceId}/is-available'];

test.each(withPath)(
  '$name refuses a hostile $at as documented, and writes nothing',
  async ({ operation, parameter }) => {
    const { method, path } = operation;
    using store = new StoreWatch(station.folder);
    const wrong: string[] = [];

    for (const segment of HOSTILE_SEGMENTS) {
      const before = store.version;
      const answer = await rawRequest(station.url, {
        method,
        path: fillPath(path, { ...GOOD, [parameter.name]: segment }),
        headers: { authorization: `Bearer ${tokenFor(operation, tokens)}` },
      });
      const text = decoded(segment);
      const isAccepted = text !== undefined && check.takesParameter(parameter, text);
      // An operation of headsets is forbidden on any other path.
      const isForbidden = answer.status === 403 && !operation.access.includes('enterprise');
      const is400Right = method !== 'GET' || LISTING_400.includes(path);
      const isRefused = answer.status === 404 || (answer.status === 400 && is400Right) || isForbidden;
      if (!isAccepted && (!isRefused || store.version !== before))
        wrong.push(`${segment.slice(0, 40)} → ${answer.status}`);
      const body: unknown = answer.body === '' ? undefined : JSON.parse(answer.body);
      // The router itself refuses an invalid URL: this operation does not answer.
      if (answer.status !== 404) check.assertDocumented({ method, path, status: answer.status, body });
      if (answer.status >= 400 && !errorBodySchema.safeParse(body).success)
        wrong.push(`${segment.slice(0, 40)} → ${answer.body}`);
      expect(answer.headers).not.toContain('x-injected');
      expect(noInsides(answer.body, station.folder)).toBe(true);
    }

    expect(wrong).toEqual([]);
  },
);

/** Returns the decoded segment; undefined if it cannot be decoded. */
function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
