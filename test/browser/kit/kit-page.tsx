import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import './kit.css';
import { HEADSET_STATES } from '../../../shared/domain/devices/headset-state.ts';
import { Bars } from '../../../renderer/ui/charts/bars.tsx';
import { BatteryGlyph } from '../../../renderer/ui/headset/battery-glyph.tsx';
import { ColumnsChart } from '../../../renderer/ui/charts/columns-chart.tsx';
import { DialogFoot } from '../../../renderer/ui/dialogs/dialog-foot.tsx';
import { EmptyState } from '../../../renderer/ui/parts/empty-state.tsx';
import { HeadsetTile } from '../../../renderer/ui/headset/headset-tile.tsx';
import { HeatMap, type HeatMapData } from '../../../renderer/ui/charts/heat-map.tsx';
import { KeyCap } from '../../../renderer/ui/parts/key-cap.tsx';
import { MoreOfList } from '../../../renderer/ui/parts/more-of-list.tsx';
import { PartsBar } from '../../../renderer/ui/charts/parts-bar.tsx';
import { RollCall, type RollBar } from '../../../renderer/ui/headset/roll-call.tsx';
import { SidesCompare, type ComparedSide } from '../../../renderer/ui/parts/sides-compare.tsx';
import { StateGlyph } from '../../../renderer/ui/headset/state-glyph.tsx';
import { EnrolKit } from './enrol-kit.tsx';
import { PlanKit } from './plan-kit.tsx';
import { SYNC_MARKS } from '../../../renderer/model/station/sync-facts.ts';
import { SyncBadge } from '../../../renderer/sync/status/sync-badge.tsx';

/** Every component in every state and both colour schemes. */
export function KitPage(): React.JSX.Element {
  return (
    <div className="kit">
      <h1>Kit</h1>
      <Scheme scheme="light" />
      <Scheme scheme="dark" />
    </div>
  );
}

const BARS: RollBar[] = [...HEADSET_STATES, 'next' as const].map((state) => ({
  id: state,
  state,
  title: state,
}));

const BATTERIES = [
  { level: 100, isCharging: false, isOld: false },
  { level: 62, isCharging: false, isOld: false },
  { level: 62, isCharging: true, isOld: false },
  { level: 15, isCharging: false, isOld: false },
  { level: 15, isCharging: true, isOld: false },
  { level: 3, isCharging: false, isOld: false },
  { level: 38, isCharging: false, isOld: true },
  { level: null, isCharging: false, isOld: true },
];

const SIDES: [ComparedSide, ComparedSide] = [
  {
    name: 'Station',
    value: '30 min',
    lines: [],
    notes: ['14:02'],
    state: 'inForce',
    stateLabel: 'In force',
  },
  {
    name: 'Central',
    value: '5 min',
    lines: ['a line'],
    notes: ['15:40'],
    state: 'aside',
    stateLabel: 'Aside',
  },
];
const UNDECIDED: [ComparedSide, ComparedSide] = [
  { name: 'Station', value: 'one', lines: [], notes: [], state: null, stateLabel: '' },
  {
    name: 'Central',
    value: 'a much longer value that does not fit in a line',
    lines: [],
    notes: [],
    state: null,
    stateLabel: '',
  },
];

function Scheme({ scheme }: { scheme: 'light' | 'dark' }): React.JSX.Element {
  const { t } = useTranslation(['common', 'fleet']);
  return (
    <section className="kit-scheme" data-kit-scheme={scheme} aria-label={scheme}>
      <ul className="kit-states">
        {HEADSET_STATES.map((state) => (
          <li key={state}>
            <StateGlyph state={state} size="s" />
            <StateGlyph state={state} />
            <StateGlyph state={state} size="l" />
            <RollCall bars={[{ id: state, state, title: state }]} label={state} />
            <b className={`s-${state}`}>{t(`state.${state}`)}</b>
          </li>
        ))}
      </ul>
      <div className="row wide">
        <RollCall bars={BARS} label="big" size="big" />
        <RollCall bars={BARS} label="normal" />
        <RollCall bars={BARS} label="thin" size="thin" />
      </div>
      <div className="row wide">
        {BATTERIES.map((battery) => (
          <BatteryGlyph
            key={JSON.stringify(battery)}
            {...battery}
            label="battery"
            figure={battery.level === null ? '–' : `${battery.level}%`}
          />
        ))}
      </div>
      <div className="kit-tiles" role="listbox" aria-label={t('fleet:wall')} aria-multiselectable="true">
        {HEADSET_STATES.map((state, index) => (
          <HeadsetTile
            key={state}
            elementId={`kit-${scheme}-${state}`}
            name={`A-${String(index + 1).padStart(2, '0')}`}
            model="PICO 4 Enterprise"
            state={state}
            text={t(`state.${state}`)}
            running="volcano"
            isSelected={index % 4 === 1}
            isActive={false}
            position={index + 1}
            setSize={HEADSET_STATES.length}
            battery={
              <BatteryGlyph
                level={71}
                isCharging={false}
                isOld={state === 'offline'}
                figure="71%"
                label="battery"
              />
            }
          />
        ))}
      </div>
      <div className="row wide">
        <Button variant="filled" color="ink">
          Primary
        </Button>
        <Button variant="default">Secondary</Button>
        <Button variant="subtle">Quiet</Button>
        <Button disabled>Not now</Button>
        <span className="chip">
          <StateGlyph state="ready" />
          {t('fleet:filter.ready')} <b>21</b>
        </span>
        <KeyCap>Ctrl</KeyCap>
        <span className="tick" />
        <span className="tick on" />
        <span className="tick mixed" />
      </div>
      <div className="row wide">
        {SYNC_MARKS.map((mark) => (
          <SyncBadge key={mark} mark={mark} hasLabel />
        ))}
      </div>
      {[SIDES, UNDECIDED].map((sides) => (
        <div key={sides[0].state} className="panel kit-sides">
          <SidesCompare sides={sides} base={<b>10 min</b>} />
        </div>
      ))}
      <Feet />
      <Charts />
      <PlanKit />
      <EnrolKit />
      <EmptyState title={t('fleet:empty.title')} text={t('fleet:empty.text')}>
        <Button variant="default">{t('fleet:empty.describe')}</Button>
      </EmptyState>
    </section>
  );
}

const HEAT: HeatMapData = {
  rows: ['A-01', 'A-02', 'A-03'].map((label) => ({ id: label, label })),
  columns: Array.from({ length: 28 }, (_, day) => ({
    key: String(day),
    mark: day % 7 === 0 ? `${day + 1}` : null,
  })),
  value: (row, column) => (column % 7 > 4 ? 0 : ((row + column) % 5) / 4),
};

const TONES = ['good', 'middle', 'moving', 'warn', 'bad', 'none'] as const;

function Feet(): React.JSX.Element {
  return (
    <div className="panel kit-sides">
      <div className="in stack">
        <MoreOfList label="More" shown="20 of 48" onMore={() => {}} />
        <DialogFoot cancel="Cancel" onCancel={() => {}}>
          <Button variant="filled">Do it</Button>
        </DialogFoot>
      </div>
    </div>
  );
}

function Charts(): React.JSX.Element {
  return (
    <div className="kit-charts">
      <HeatMap
        data={HEAT}
        label="heat map"
        cellText={(row, column) => `${row}, ${column}`}
        hint="hint"
        onOpen={() => {}}
      />
      <Bars
        bars={[
          { key: 'a', label: 'Volcano Lab', value: 121, figure: '121 h', sub: '812', href: '/fleet' },
          { key: 'b', label: 'Body Atlas', value: 84, figure: '84 h' },
        ]}
      />
      <PartsBar parts={TONES.map((tone, index) => ({ key: tone, tone, count: index + 1, label: tone }))} />
      <ColumnsChart
        label="columns"
        columns={[3, 8, 0, 5].map((value, index) => ({
          key: String(index),
          value,
          title: String(value),
          mark: String(index + 1),
        }))}
      />
    </div>
  );
}
