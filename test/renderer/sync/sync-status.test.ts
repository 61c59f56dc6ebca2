import { expect, test } from 'vitest';

import {
  completeUrl,
  bodyOf,
  draftOf,
  keepsToken,
  missingIn,
} from '../../../renderer/sync/connection/connection-draft.ts';
import { asSpreadsheet } from '../../../renderer/model/labels/spreadsheet.ts';
import { lineLabel, reportTable, type ReportLine } from '../../../renderer/sync/status/report-labels.ts';
import {
  changesOf,
  glyphOf,
  isInSync,
  markOf,
  pendingCounts,
} from '../../../renderer/sync/status/sync-status.ts';
import { examples } from '../../../shared/contract/sync/sync.reference.ts';
import { syncDeviceSchema, syncSchema, type SyncDevice } from '../../../shared/contract/sync/sync.ts';

const sync = syncSchema.parse(examples['getSync']?.reply);

function aDevice(given: Partial<SyncDevice>): SyncDevice {
  const same = {
    id: 'd',
    label: 'A-01',
    upstreamId: 'd',
    isAhead: false,
    wants: [],
    isBehind: false,
    lifecycle: [],
    events: 0,
    conflicts: 0,
    gone: null,
    failures: [],
    waits: null,
    syncedAt: null,
  };
  return syncDeviceSchema.parse({ ...same, ...given });
}

const failure = {
  kind: 'desired',
  code: 'X',
  message: '',
  attempts: 1,
  since: '2026-11-21T10:00:00.000Z',
  lastAt: '2026-11-21T10:00:00.000Z',
} as const;

test('a badge shows the most important mark', () => {
  expect(markOf(aDevice({ events: 12 }))).toBeNull();
  expect(markOf(aDevice({ isBehind: true }))).toBe('behind');
  expect(markOf(aDevice({ isBehind: true, isAhead: true }))).toBe('ahead');
  expect(markOf(aDevice({ lifecycle: ['enrol'] }))).toBe('ahead');
  expect(markOf(aDevice({ isAhead: true, conflicts: 1 }))).toBe('conflict');
  expect(markOf(aDevice({ isAhead: true, conflicts: 1, failures: [failure] }))).toBe('failed');
  expect(markOf(aDevice({ gone: 'DELETED', failures: [failure] }))).toBe('gone');
});

test('pending changes are counted by kind, in the order in which they are uploaded', () => {
  const differing = [
    aDevice({ isAhead: true, wants: ['settings', 'label'] }),
    aDevice({ isAhead: true, wants: ['settings'], lifecycle: ['enrol'] }),
    aDevice({ isBehind: true }),
    aDevice({ isBehind: true, gone: 'DELETED' }),
  ];
  expect(pendingCounts(differing)).toEqual([
    { kind: 'enrol', count: 1 },
    { kind: 'settings', count: 2 },
    { kind: 'label', count: 1 },
    { kind: 'toRead', count: 1 },
  ]);
  expect(changesOf({ waiting: { desired: 2, lifecycle: 2, held: 1, events: 900, toRead: 1 } })).toBe(3);
});

test('both sides are in sync only if nothing is pending, nothing was rejected and nobody has to decide', () => {
  const waiting = { desired: 0, lifecycle: 0, held: 0, events: 0, toRead: 0 };
  const none = { conflicts: 0, failures: 0, unlinked: 0, stranded: { events: 0, slots: 0 } };
  const calm = syncSchema.parse({ ...sync, state: 'upToDate', waiting, ...none });
  expect(isInSync(calm)).toBe(true);
  const apart = [
    { state: 'offline' },
    ...['desired', 'lifecycle', 'events', 'toRead'].map((name) => ({ waiting: { ...waiting, [name]: 1 } })),
    ...['conflicts', 'failures', 'unlinked'].map((name) => ({ [name]: 1 })),
    { stranded: { events: 1, slots: 1 } },
  ];
  expect(apart.filter((each) => isInSync(syncSchema.parse({ ...calm, ...each })))).toEqual([]);
});

test('the icon of the sync is a check mark only if nothing is pending and nobody has anything to do', () => {
  const waiting = { desired: 0, lifecycle: 0, held: 0, events: 0, toRead: 0 };
  const none = { conflicts: 0, failures: 0, unlinked: 0, stranded: { events: 0, slots: 0 } };
  const calm = syncSchema.parse({ ...sync, state: 'upToDate', waiting, ...none });
  expect(glyphOf(calm)).toBe('ready');
  for (const name of ['desired', 'lifecycle', 'events', 'toRead'])
    expect(glyphOf(syncSchema.parse({ ...calm, waiting: { ...waiting, [name]: 1 } }))).toBe('queued');
  for (const name of ['conflicts', 'failures', 'unlinked'])
    expect(glyphOf(syncSchema.parse({ ...calm, [name]: 1 }))).toBe('attention');
  expect(glyphOf(syncSchema.parse({ ...calm, stranded: { events: 1, slots: 1 } }))).toBe('attention');
  expect(glyphOf(syncSchema.parse({ ...calm, state: 'paused', conflicts: 1 }))).toBe('queued');
  expect(glyphOf(syncSchema.parse({ ...calm, state: 'offline' }))).toBe('offline');
});

test('a URL may be typed without a scheme, and a token is not used for another origin', () => {
  expect(completeUrl(' fleet.example.org/api ')).toBe('https://fleet.example.org/api');
  expect(completeUrl('http://10.0.0.2:8080')).toBe('http://10.0.0.2:8080');
  const draft = draftOf(sync);
  expect(draft).toMatchObject({ part: 'names', pattern: 'Reef *', token: '' });
  expect(keepsToken({ ...draft, url: `${sync.upstream?.url}/v2` }, sync)).toBe(true);
  expect(keepsToken({ ...draft, url: 'https://elsewhere.example' }, sync)).toBe(false);
  expect(missingIn({ ...draft, url: 'https://elsewhere.example' }, sync)).toEqual(['token']);
  expect(missingIn({ ...draftOf({ upstream: null }), part: 'group' }, { upstream: null })).toEqual([
    'url',
    'token',
    'group',
  ]);
  expect(bodyOf({ ...draft, part: 'group', group: ' Cart A ' })).toMatchObject({ part: { group: 'Cart A' } });
  expect(bodyOf({ ...draft, part: 'all' })).toMatchObject({ part: null });
  expect(bodyOf(draft)).not.toHaveProperty('token');
});

/** Returns keys instead of sentences, because the test checks which key is used. */
const t = ((key: string, values: object = {}) => {
  const { count: _, ...rest } = values as Record<string, unknown>;
  return [key, ...Object.values(rest)].join(' ');
}) as unknown as Parameters<typeof lineLabel>[1];

const names = {
  value: (path: readonly string[]): string => `place of ${path.join('.')}`,
  part: (name: string): string => `group of ${name}`,
};

const line = (direction: ReportLine['direction'], what: ReportLine['what']): ReportLine => ({
  at: '2026-11-21T10:00:00.000Z',
  direction,
  deviceId: 'd-1',
  label: '=A-01',
  what,
});

test('a line of a report is a sentence', () => {
  const words = (direction: ReportLine['direction'], what: ReportLine['what']): string =>
    lineLabel(line(direction, what), t, names);
  expect(words('up', { parts: ['settings.display', 'label', 'metadata.lesson'] })).toBe(
    'report.settings group of display, part.label, report.metadata lesson',
  );
  expect(words('conflict', { path: ['settings', 'volume'], winner: 'there' })).toBe(
    'report.won.there place of settings.volume',
  );
  expect(words('failed', { parts: [], code: 'REFUSED', message: 'No such language' })).toBe(
    'No such language',
  );
  expect(words('failed', { code: 'HTTP_413', message: 'Too much' })).toBe('failure.why.BATCH_TOO_LARGE');
  expect(words('failed', { code: 'PACKAGE_NAME_CONFLICT', message: 'Two of them' })).toBe(
    'failure.why.PACKAGE_NAME_CONFLICT',
  );
  expect(words('down', { archived: 'DELETED' })).toBe('report.archived gone.DELETED.what');
  expect(words('up', { events: 3, reported: true })).toBe('report.reported');
  expect(words('up', { enrolled: 'x' })).toBe('report.enrolled');
});

test('a saved table quotes its cells where needed and contains no formula', () => {
  const failed = { message: 'He said "no", twice', code: 'REFUSED' };
  const text = asSpreadsheet(reportTable({ lines: [line('failed', failed)] }, t, names), 'en');
  const [head, row] = text.replace('\ufeff', '').split('\r\n');
  expect(head).toBe(
    'report.column.at,report.column.direction,report.column.headset,report.column.id,report.column.what',
  );
  expect(row).toBe(
    '2026-11-21T10:00:00.000Z,report.direction.failed,\'=A-01,d-1,"He said ""no"", twice (REFUSED)"',
  );
});
