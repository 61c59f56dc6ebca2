import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import type { z } from 'zod';

import { exportSlots, importSlots } from '../../../../shared/contract/enrolment/carts.ts';
import { deleteDevice, getDevice } from '../../../../shared/contract/devices/devices.ts';
import { refused } from '../../../support/refused.ts';
import { aSharedStation } from '../../../support/shared-station.ts';

const station = await aSharedStation();

type Options = Omit<z.input<typeof importSlots.body>, 'file'>;

const read = async (file: Buffer, options: Options = {}) =>
  (await station.call(importSlots, { body: { file: file.toString('base64'), check: true, ...options } }))
    .body;

const listed = (name: string, folder = 'files'): Promise<Buffer> =>
  readFile(join(import.meta.dirname, folder, name));

const aWorkbook = async (rows: string[][], password?: string): Promise<Buffer> => {
  const encryption = password === undefined ? {} : { encryption: { password, spinCount: 1_000 } };
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'S', rows }], ...encryption }));
};

const faultsOf = async (file: Buffer) => (await read(file)).faults.map(({ code }) => code);

/** The fields that a line states, without the empty ones. */
const filled = (cells: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(cells).filter(([, value]) => value !== ''));

test.each([
  [
    'english.xlsx',
    { label: 'XR-001', model: 'Quest 3', macAddress: 'a4-5e-60-12-34-01', serial: '2G0YC1ZF8B0101' },
  ],
  [
    'spanish.xlsx',
    {
      label: 'Visor Ñandú 1',
      model: 'PICO 4',
      cart: 'Carro 1',
      place: '1',
      macAddress: 'a45e.6012.3411',
      serial: 'PA7L10MGH1010001W',
    },
  ],
  [
    'german.xlsx',
    {
      label: 'Brille 01',
      model: 'VIVE Focus 3',
      cart: 'Wagen Süd',
      shelf: '1',
      place: '1',
      macAddress: 'a4:5e:60:12:34:41',
      serial: 'FA21TT700001',
    },
  ],
  ['french.csv', { label: 'Élève 1', cart: 'Chariot été', shelf: '1', serial: '2G0YC1ZF8B0201' }],
  ['utf-16.csv', { label: 'Élève 1', cart: 'Chariot été', place: '1', macAddress: 'A4:5E:60:12:34:31' }],
  [
    'no-header.xlsx',
    { label: 'G-01', model: 'Quest 3', macAddress: 'a45e60-123451', serial: '2G0YC1ZF8B0301' },
  ],
  ['merged.xlsx', { label: 'N-01', cart: 'Cart North', macAddress: 'A45E60123421' }],
  ['two-sheets.xlsx', { label: 'T-01', serial: 'SN00000000000001' }],
])('%s is read without help', async (name, first) => {
  const { faults, lines } = await read(await listed(name));

  expect(faults).toEqual([]);
  expect(lines[0]?.cells).toMatchObject(first);
});

/** What the station exported, as a spreadsheet stored it again; how: exported/README.md. */
const EXPORTED = [
  ['=1+1', '3-4', 'A4:5E:60:CC:00:01', '12345678901234567890'],
  ['007', '1E5', 'A4:5E:60:CC:00:02', '00012'],
  ['=SUM(A1), été', '2026-01-02', 'A4:5E:60:CC:00:03', '00E101'],
  ['Élève "1"; b', 'TRUE', 'A4:5E:60:CC:00:04', '2G0YC1ZF8B0201'],
  ['+33 1', '1/2', '00:00:60:12:34:05', '20E12345'],
  ['@name', '', '', ''],
  ['-5 %', 'Cart 😀', 'A4:5E:60:CC:00:06', '0x1F'],
];

test.each(['libreoffice.xlsx', 'gnumeric.xlsx', 'libreoffice.csv', 'gnumeric.csv'])(
  'an export that a spreadsheet opened and stored again is read as it was: %s',
  async (name) => {
    const { faults, lines } = await read(await listed(name, 'exported'));

    expect(faults).toEqual([]);
    expect(
      lines.map(({ cells: { label, cart, macAddress, serial } }) => [label, cart, macAddress, serial]),
    ).toEqual(EXPORTED);
  },
);

test('a cart that is merged over its headsets is the cart of each, and a title above the header is no slot', async () => {
  const { lines } = await read(await listed('merged.xlsx'));

  expect(lines.map(({ line, cells }) => [line, cells.label, cells.cart])).toEqual([
    [4, 'N-01', 'Cart North'],
    [5, 'N-02', 'Cart North'],
    [6, 'S-01', 'Cart South'],
    [7, 'S-02', 'Cart South'],
  ]);
});

test('of a workbook with several sheets the first with cells is read, or the one that is named', async () => {
  const file = await listed('two-sheets.xlsx');

  expect(await read(file)).toMatchObject({
    sheet: 'Headsets',
    sheets: ['Notes', 'Headsets', 'Chargers'],
    count: 2,
  });
  expect(await read(file, { sheet: 'Chargers' })).toMatchObject({
    count: 1,
    lines: [{ cells: { label: 'Charger 1' } }],
  });
  expect((await read(file, { sheet: 'Phones' })).faults).toMatchObject([{ code: 'NO_SHEET' }]);
});

test('formulas give their value, text that looks like one stays text, and a rounded number is refused', async () => {
  const { lines, faults } = await read(await listed('formulas.xlsx'));

  expect(lines.map(({ cells }) => [cells.label, cells.cart])).toEqual([
    ['VR-07', '=SUM(A1)'],
    ['=1+1', '=SUM(A1)'],
    ['007', '3-4'],
  ]);
  expect(faults).toMatchObject([{ code: 'NUMBER_ROUNDED', line: 3, column: 'serial' }]);
});

test('MAC addresses are read in every notation, and what is none is named with its line', async () => {
  const notations = [
    'A4-5E-60-AA-00-01',
    'a45e60aa0002',
    'a45e.60aa.0003',
    'A4 5E 60 AA 00 04',
    'a4:5e:60:aa:0:5',
    'n/a',
  ];
  const rows = notations.map((mac, at) => `M-${at},${mac}`).join('\n');
  const { body: made } = await station.call(importSlots, { body: { csv: `name,mac\n${rows}\n` } });
  const { body } = await station.call(exportSlots, { body: { devicesId: made.items.map(({ id }) => id) } });

  expect([...body.csv.matchAll(/(?:[0-9A-F]{2}:){5}[0-9A-F]{2}|,,,,,,,/g)].map(([mac]) => mac)).toEqual([
    'A4:5E:60:AA:00:01',
    'A4:5E:60:AA:00:02',
    'A4:5E:60:AA:00:03',
    'A4:5E:60:AA:00:04',
    'A4:5E:60:AA:00:05',
    ',,,,,,,',
  ]);
  const csv =
    'name,mac,serial\nW-1,12:34,S1\nW-2,a45e60aa0001,S2\nW-3,A45E60BB0001,S3\nW-4,a4:5e:60:bb:00:01,S3\n';
  const { faults } = (await station.call(importSlots, { body: { csv } })).body;
  expect(faults.map(({ code, line, value }) => [code, line, value])).toEqual([
    ['MAC_BAD', 2, '12:34'],
    ['MAC_TAKEN', 3, 'M-0'],
    ['MAC_TWICE', 5, '4'],
    ['SERIAL_TWICE', 5, '4'],
  ]);
});

test('a person names the columns, and files with the same header are read so from then on', async () => {
  const csv = (label: string): string => `Chose,Endroit,Remarque\n${label},Armoire 3,neuf\n`;
  const guessed = await station.call(importSlots, { body: { csv: csv('R-01'), check: true } });
  expect(guessed.body).toMatchObject({ isRemembered: false, mapping: { cart: null } });

  const mapping = { label: 'chose', cart: 2 };
  await station.call(importSlots, { body: { csv: csv('R-02'), mapping, check: true } });
  await station.call(importSlots, { body: { csv: csv('R-01'), mapping } });

  const { body: again } = await station.call(importSlots, { body: { csv: csv('R-02'), check: true } });
  expect(again).toMatchObject({
    isRemembered: true,
    mapping: { label: 1, cart: 2, model: null },
    ignored: ['Remarque'],
  });
  const { body: wrong } = await station.call(importSlots, {
    body: { csv: csv('R-02'), mapping: { label: 'Nope' } },
  });
  expect(wrong.faults).toMatchObject([{ code: 'NO_COLUMN', column: 'label', value: 'Nope' }]);
});

test('what is exported as a workbook is imported unchanged, whatever a name looks like', async () => {
  const csv =
    'label,model,cart,place,mac,serial\n' +
    "'=1+1,PICO 4,3-4,1,A4:5E:60:CC:00:01,12345678901234567890\n" +
    '007,PICO 4,1E5,2,A4:5E:60:CC:00:02,00012\n"=SUM(A1), été",,,,,\n';
  const { body: made } = await station.call(importSlots, { body: { csv } });
  const devicesId = made.items.map(({ id }) => id);
  const { xlsx = '' } = (await station.call(exportSlots, { body: { devicesId, format: 'xlsx' } })).body;
  for (const deviceId of devicesId) await station.call(deleteDevice, { params: { deviceId } });

  const { body: again } = await station.call(importSlots, { body: { file: xlsx } });

  expect(again.items.map(({ label }) => label)).toEqual(['=1+1', '007', '=SUM(A1), été']);
  expect(again.lines.map(({ cells }) => filled(cells))).toEqual(
    made.lines.map(({ cells }) => filled({ ...cells, label: cells.label.replace(/^'/, '') })),
  );
  const first = again.items[0]?.id ?? '';
  expect((await station.call(getDevice, { params: { deviceId: first } })).body.metadata).toMatchObject({
    muster: {
      group: { label: '3-4' },
      asset: { macAddress: 'A4:5E:60:CC:00:01', serial: '12345678901234567890' },
    },
  });
});

test('bad files are refused with a sentence: empty, large, protected, old, damaged, no text', async () => {
  expect(await faultsOf(Buffer.from(' \r\n'))).toEqual(['FILE_EMPTY']);
  expect(await faultsOf(await listed('empty.xlsx'))).toEqual(['FILE_EMPTY']);
  expect(await faultsOf(await aWorkbook([['Name'], ['P-1']], 'secret'))).toEqual(['FILE_PROTECTED']);
  expect(await faultsOf(await listed('old.xls'))).toEqual(['FILE_OLD']);
  expect(await faultsOf((await listed('english.xlsx')).subarray(0, 3_000))).toEqual(['FILE_UNREADABLE']);
  expect(await faultsOf(Buffer.from('\u0089PNG\r\n\u001a\n\0\0', 'latin1'))).toEqual(['FILE_UNREADABLE']);
  expect(await faultsOf(Buffer.alloc(5_000_001, 'a'))).toEqual(['FILE_TOO_LARGE']);
  const { faults } = await read(Buffer.from(' '));
  expect(faults[0]?.message).toContain('Choose a file with one headset per line');
  expect(await station.call(importSlots, { body: { check: true } })).toMatchObject(
    refused(400, 'VALIDATION_FAILED'),
  );
});

test('a workbook that unpacks to far more than a list, or does not say so, is refused', async () => {
  const packed = deflateRawSync(Buffer.alloc(50_000_000, 'A'));
  const far = `<row r="1"><c r="A1" t="str"><v>Name</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`;
  const sparse = SHEET.replace('…', far);

  expect(await faultsOf(withSheet(packed, 50_000_000))).toEqual(['FILE_TOO_LARGE']);
  expect(await faultsOf(withSheet(packed, 1_000))).toEqual(['FILE_UNREADABLE']);
  expect(await faultsOf(withSheet(packed, 0))).toEqual(['FILE_UNREADABLE']);
  // Two cells that span all that a sheet can have.
  expect(await faultsOf(withSheet(deflateRawSync(sparse), sparse.length))).toEqual(['NO_SLOTS']);
});

const SHEET =
  '<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>…</sheetData></worksheet>';

/** A workbook whose sheet is packed and claims this size. */
function withSheet(packed: Buffer, claims: number): Buffer {
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const own = 'http://schemas.openxmlformats.org/package/2006/relationships';
  const entries = [
    ['[Content_Types].xml', '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'],
    [
      '_rels/.rels',
      `<Relationships xmlns="${own}"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `<Relationships xmlns="${own}"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ],
  ] as const;
  const plain = entries.map(([name, text]) => {
    const bytes = Buffer.from(text);
    return { name, packed: deflateRawSync(bytes), size: bytes.length };
  });
  return zipOf([...plain, { name: 'xl/worksheets/sheet1.xml', packed, size: claims }]);
}

/** A ZIP file of entries that are packed already; nobody checks their sums. */
function zipOf(entries: readonly { name: string; packed: Buffer; size: number }[]): Buffer {
  let at = 0;
  const [locals, centrals]: [Buffer[], Buffer[]] = [[], []];
  for (const { name, packed, size } of entries) {
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(18);
    place.writeUInt32LE(at, 14);
    locals.push(Buffer.from('PK\u0003\u0004'), common, Buffer.from(name), packed);
    centrals.push(Buffer.from('PK\u0001\u0002\u0014\0'), common, place.subarray(4), Buffer.from(name));
    at += 30 + name.length + packed.length;
  }
  const directory = Buffer.concat(centrals);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directory.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end]);
}
