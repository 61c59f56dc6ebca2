import '../../../renderer/enrolment/frame/enrol.css';
import '../../../renderer/enrolment/check/check.css';
import '../../../renderer/enrolment/acceptance/acceptance.css';
import '../../../renderer/enrolment/import/import.css';
import type { Acceptance } from '../../../shared/contract/enrolment/carts.ts';
import { CartMenu } from '../../../renderer/enrolment/carts/cart-menu.tsx';
import type { Slot } from '../../../renderer/enrolment/cart/cart-progress.ts';
import type { Finding, Verdict } from '../../../renderer/enrolment/check/cart-check.ts';
import { CheckList } from '../../../renderer/enrolment/check/check-list.tsx';
import { CheckMap } from '../../../renderer/enrolment/check/check-map.tsx';
import { CheckPanel } from '../../../renderer/enrolment/check/check-panel.tsx';
import { SlotPanel } from '../../../renderer/enrolment/slots/slot-panel.tsx';
import { SlotPicker } from '../../../renderer/enrolment/slots/slot-picker.tsx';
import { ProblemPanel } from '../../../renderer/enrolment/slots/problem-panel.tsx';
import type { EnrolProblem } from '../../../renderer/enrolment/slots/problems.ts';
import { AcceptanceSheet } from '../../../renderer/enrolment/acceptance/acceptance-sheet.tsx';
import type { Sheet } from '../../../renderer/enrolment/acceptance/use-sheet.ts';
import { ImportPreview } from '../../../renderer/enrolment/import/import-preview.tsx';
import type { Import } from '../../../renderer/enrolment/import/use-import.ts';
import { byField } from '../../../shared/domain/enrolment/slot-columns.ts';
import { SLOTS } from './kit-slots.ts';

/** Parts of Enrol in every state: slots, problems, the check, the acceptance sheet, a slot file. */
export function EnrolKit(): React.JSX.Element {
  return (
    <>
      <div className="kit-columns">
        {SLOTS.map((place) => (
          <SlotPanel key={place.headset.id} slot={place} slots={SLOTS} onFreed={noop} />
        ))}
      </div>
      <div className="kit-columns">
        {PROBLEMS.map((problem) => (
          <ProblemPanel
            key={problem.kind}
            problems={[problem]}
            shownName="A-01"
            isBusy={false}
            actions={{
              onLater: noop,
              onShow: noop,
              onNewCode: noop,
              onIssueNewCodes: noop,
              onAssignProfile: noop,
              onLoadAgain: noop,
            }}
          />
        ))}
        <div className="panel kit-codes">
          <CartMenu cart={{ id: 'cart', label: 'Cart A', isPractice: false }} label="Cart A" slots={SLOTS} />
          <SlotPicker label="places" slots={SLOTS} chosenId="ready" onChoose={noop} />
        </div>
      </div>
      <div className="kit-columns">
        <CheckMap findings={FINDINGS} current="A-01" onChoose={noop} />
        <CheckPanel finding={FINDINGS[0] ?? null} onScan={noop} onEmpty={noop} onSkip={noop} isLast />
        <CheckPanel finding={null} onScan={noop} onEmpty={noop} onSkip={noop} isLast={false} />
      </div>
      <CheckList findings={FINDINGS} />
      <AcceptanceSheet sheet={SHEET} cart="Cart A" signed={{ technician: 'Amélie R.', site: '' }} />
      {IMPORTS.map((work) => (
        <ImportPreview key={work.file?.name} work={work} />
      ))}
    </>
  );
}

const noop = (): void => undefined;

function at(index: number): Slot {
  const place = SLOTS[index];
  if (place === undefined) throw new Error('The kit has too few places');
  return place;
}

const PROBLEMS: readonly EnrolProblem[] = [
  { kind: 'closed' },
  { kind: 'wrongCodes', count: 2, lastWrongAtMs: 0 },
  { kind: 'silent', slots: [at(3)] },
  { kind: 'failed', slots: [at(1), at(2)] },
  { kind: 'profile', slots: [at(1)] },
  { kind: 'offline', slots: [at(2)] },
];

const VERDICTS: readonly Verdict[] = ['unseen', 'right', 'wrong', 'foreign', 'stranger', 'empty'];

const FINDINGS: readonly Finding[] = VERDICTS.map((verdict, index) => ({
  slot: at(index),
  verdict,
  found: verdict === 'wrong' || verdict === 'foreign' ? at(index + 1).headset : null,
  text: verdict === 'stranger' ? 'X-99' : null,
  isMutual: verdict === 'wrong',
  isMissing: verdict === 'empty' || verdict === 'stranger',
}));

const OPEN: readonly Acceptance['open'][] = [
  [],
  [{ code: 'NOT_ENROLLED', subject: null }],
  [{ code: 'NEVER_HEARD', subject: null }],
  [{ code: 'PROFILE_WAITS', subject: 'Science week' }],
  [{ code: 'SETTINGS_NOT_APPLIED', subject: null }],
  [{ code: 'CONTENT_NOT_THERE', subject: 'org.lumiere.volcano' }],
  [{ code: 'CONTENT_FAILED', subject: 'org.lumiere.volcano' }],
  [{ code: 'NOT_IN_EFFECT', subject: 'volume' }],
];

const SHEET: Sheet = {
  at: '2026-11-20T10:00:00.000Z',
  technician: 'Amélie R.',
  station: 'Station',
  fileName: 'sheet.csv',
  csv: '',
  invalidIds: [],
  items: OPEN.map((open, index): Acceptance => {
    const isThere = open[0]?.code !== 'NOT_ENROLLED';
    return {
      id: String(index),
      label: `A-${String(index + 1).padStart(2, '0')}`,
      cart: 'Cart A',
      place: index + 1,
      macAddress: isThere ? '2C:26:17:A0:4E:07' : null,
      androidId: isThere ? 'c12515da9109cdf6' : null,
      brand: 'pico',
      model: 'PICO 4 Enterprise',
      firmware: isThere ? '5.13.0' : null,
      apps:
        index < 4
          ? []
          : [{ name: 'org.lumiere.volcano', versionCode: 3, status: index === 6 ? 'FAILED' : 'ASSIGNED' }],
      kiosk: index < 4 ? null : 'org.lumiere.volcano',
      isKioskConfirmed: index < 5 ? null : index === 5,
      battery: isThere ? 81 : null,
      wifi: index === 0 ? ['CART-A'] : [],
      profile: null,
      isConfirmed: open.length === 0,
      isOnline: index !== 2,
      open,
      cable: null,
      enrolledAt: isThere ? '2026-11-20T09:00:00.000Z' : null,
      lastHeartbeatAt: isThere ? '2026-11-20T09:59:00.000Z' : null,
    };
  }),
};

const MAPPING = { label: 1, model: 2, cart: 3, shelf: 4, place: 5, profile: 6, macAddress: 7, serial: null };
const LINES = [
  ['A-01', 'PICO 4', 'Cart A', '1', '1', '', 'A4-5E-60-12-34-01'],
  ['A-02', 'PICO 4', 'Cart A', '1', 'zwei', '', 'A4-5E-60-12-34-02'],
];

type Read = NonNullable<Import['read']>;

function anImport(name: string, input: Partial<Import>): Import {
  return {
    file: { name, file: '' },
    isTooLarge: false,
    read: null,
    isChecking: false,
    refusal: null,
    isMaking: false,
    made: null,
    givesOwnSlot: true,
    setGivesOwnSlot: noop,
    open: () => Promise.resolve(),
    map: noop,
    setHeader: noop,
    setSheet: noop,
    make: () => Promise.resolve(),
    clear: noop,
    ...input,
  };
}

function aReading(faults: Read['faults']): Read {
  return {
    items: [],
    count: 2,
    faults,
    ignored: [],
    columns: ['name', 'model', 'cart', 'shelf', 'place', 'profile', 'MAC'],
    hasHeader: true,
    mapping: MAPPING,
    isRemembered: false,
    sheets: ['Headsets', 'Chargers'],
    sheet: 'Headsets',
    lines: LINES.map((cells, index) => ({
      line: index + 2,
      cells: byField((field) => cells[(MAPPING[field] ?? 99) - 1] ?? ''),
    })),
  };
}

/** A file being checked, a valid one, and an invalid one. */
const IMPORTS: readonly Import[] = [
  anImport('reading.csv', {}),
  anImport('right.csv', { read: aReading([]) }),
  anImport('wrong.csv', {
    read: aReading([
      { path: 'line 3', message: '', code: 'NOT_A_NUMBER', line: 3, column: 'place', value: 'zwei' },
      { path: 'line 3', message: '', code: 'NO_PROFILE', line: 3, column: 'profile', value: 'Lab' },
    ]),
  }),
];
