import { expect, test } from 'vitest';

import { draftOf, inputOf, missingIn, newDraft } from '../../../renderer/network/routers/router-kinds.ts';
import type { RouterView } from '../../../shared/contract/network/routers.ts';

const HALL: RouterView = {
  id: 'hall',
  kind: 'mikrotik',
  label: 'Hall',
  isEnabled: true,
  url: 'https://10.0.0.1',
  username: 'reader',
  hasPassword: true,
  hasApiKey: false,
  site: null,
  path: null,
  entryCount: null,
  allowsOtherNetworks: false,
  poolSize: 120,
  certificate: null,
};

test('a changed router sends only the secrets that were typed', () => {
  expect(inputOf({ ...draftOf(HALL), label: ' Big hall ' })).toEqual({
    id: 'hall',
    kind: 'mikrotik',
    label: 'Big hall',
    isEnabled: true,
    allowsOtherNetworks: false,
    url: 'https://10.0.0.1',
    username: 'reader',
  });
});

test('a password is requested again if the router has changed', () => {
  const draft = draftOf(HALL);

  expect(missingIn(draft, HALL)).toEqual([]);
  expect(missingIn({ ...draft, url: 'https://10.0.0.9' }, HALL)).toEqual(['password']);
  expect(missingIn({ ...draft, kind: 'unifi' }, HALL)).toEqual(['apiKey']);
});

test('each kind asks only for its own fields', () => {
  expect(missingIn(newDraft('unifi'), null)).toEqual(['label', 'url', 'apiKey']);
  expect(missingIn(newDraft('kea'), null)).toEqual(['label', 'url']);
  expect(missingIn(newDraft('isc-file'), null)).toEqual(['label', 'path']);
  expect(missingIn(newDraft('csv'), null)).toEqual(['label', 'csv']);
});
