import '../../../renderer/configuration/editor/configure.css';
import '../../../renderer/enrolment/frame/enrol.css';
import type { Plan } from '../../../shared/contract/configuration/plans/plans.ts';
import type { SettingsRow } from '../../../shared/contract/configuration/settings/settings-rows.ts';
import { ConflictNotes } from '../../../renderer/configuration/editor/conflict-notes.tsx';
import { PlanMatrix } from '../../../renderer/configuration/rollouts/plan-matrix.tsx';
import { WaveRail, type Wave } from '../../../renderer/configuration/rollouts/wave-rail.tsx';
import { CartMap } from '../../../renderer/enrolment/carts/cart-map.tsx';
import { cartShape } from '../../../renderer/enrolment/cart/cart-shape.ts';
import { BigCode, Validity } from '../../../renderer/enrolment/desk/code-card.tsx';
import { RefusalNote } from '../../../renderer/model/notes/refusal-note.tsx';
import { SLOTS } from './kit-slots.ts';

/** Larger parts of Configure and Enrol in every state: rows of a plan, waves, conflicts, refusals, the cart, codes. */
export function PlanKit(): React.JSX.Element {
  return (
    <>
      <PlanMatrix plan={PLAN} />
      <div className="kit-columns">
        <section className="panel">
          <WaveRail waves={WAVES} />
        </section>
        <div className="stack">
          <ConflictNotes entries={CONFLICT} onChange={() => undefined} />
          <RefusalNote refusal={{ refused: 'offline', message: '' }} />
          <RefusalNote refusal={{ refused: 'PACKAGE_NAME_CONFLICT', message: '' }} />
        </div>
      </div>
      <div className="kit-columns">
        <CartMap
          slots={SLOTS}
          shape={cartShape(SLOTS.map(({ headset }) => headset))}
          shownId="waiting"
          skipped={new Set()}
          onChoose={() => undefined}
        />
        <div className="panel kit-codes">
          <BigCode name="A-02" code={123_456} />
          <Validity leftMs={9 * 60_000} />
          <Validity leftMs={45_000} />
          <Validity leftMs={0} />
        </div>
      </div>
    </>
  );
}

const WAVES: readonly Wave[] = (['planned', 'queued', 'running', 'done', 'stopped'] as const).map(
  (state, index) => ({
    number: index + 1,
    size: 5,
    state,
    confirmed: state === 'done' ? 5 : state === 'planned' || state === 'queued' ? 0 : 2,
    failed: state === 'stopped' ? 2 : 0,
    text: state,
    bars:
      state === 'running'
        ? (['ready', 'ready', 'applying', 'failed', 'queued'] as const).map((each, place) => ({
            id: String(place),
            state: each,
            title: each,
          }))
        : [],
  }),
);

const CONFLICT = [
  { packageName: 'org.lumiere.volcano', url: 'https://files.example/volcano-3.apk', codeVersion: 3 },
  { packageName: 'org.lumiere.volcano', url: 'https://files.example/test-build.apk', codeVersion: 4 },
];

function aRow(path: string, input: Partial<SettingsRow>): SettingsRow {
  return {
    path,
    entry: null,
    kind: 'change',
    now: null,
    wanted: null,
    fields: [],
    isReinstall: false,
    restart: 'no',
    support: 'yes',
    needsFirmware: null,
    note: null,
    ...input,
  };
}

const VOLCANO = { key: 'org.lumiere.volcano', name: 'org.lumiere.volcano' };
const FOREST = { key: 'org.lumiere.forest', name: 'org.lumiere.forest' };

/** One row of each kind. */
const ROWS: readonly SettingsRow[] = [
  aRow('display.brightness', { now: 40, wanted: 70 }),
  aRow('display.refreshRate', { kind: 'set', wanted: 90, restart: 'yes' }),
  aRow('volume', { kind: 'same', now: 12, wanted: 12 }),
  aRow('power.autoSleepDelaySec', { kind: 'clear', now: 1_800 }),
  aRow('tracking.handTrackingEnabled', {
    kind: 'unsupported',
    wanted: true,
    support: 'no',
    needsFirmware: '5.6.0',
  }),
  aRow('applications[]', {
    entry: VOLCANO,
    now: { codeVersion: 2 },
    wanted: { codeVersion: 3 },
    fields: ['codeVersion'],
    isReinstall: true,
  }),
  aRow('applications[]', { entry: FOREST, kind: 'add', wanted: { codeVersion: 1 } }),
  aRow('files[]', {
    entry: { key: 'sheet', name: 'worksheet.pdf' },
    kind: 'remove',
    now: { id: 'sheet', name: 'worksheet.pdf' },
  }),
];

const PLAN: Pick<Plan, 'groups'> = {
  groups: [
    { brand: 'pico' as const, model: 'PICO 4 Enterprise', rows: [...ROWS], devicesId: ['a', 'b', 'c'] },
    {
      brand: 'meta' as const,
      model: 'Quest 3',
      rows: ROWS.map((row) => ({ ...row, kind: 'same' as const, now: row.wanted, needsFirmware: null })),
      devicesId: ['d'],
    },
    {
      brand: 'meta' as const,
      model: 'Quest 3',
      rows: [aRow('display.brightness', { now: 20, wanted: 70 })],
      devicesId: ['e', 'f'],
    },
  ].map((group) => ({ ...group, outcome: 'change' as const, conflicts: [], faults: [], network: null })),
};
