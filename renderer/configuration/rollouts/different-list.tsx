import { Button } from '@mantine/core';
import { memo, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Plan, PlanGroup } from '../../../shared/contract/configuration/plans/plans.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useSpaceLabels } from '../../content/index.ts';
import { ConflictSide } from '../editor/conflict-notes.tsx';

type Different = {
  readonly id: string;
  readonly name: string;
  readonly state: GlyphState;
  readonly text: string;
  readonly conflicts: PlanGroup['conflicts'];
};

/** Number shown at first. */
const FIRST = 50;

/** Headsets that differ from their group: offline, refused, changed since. */
export const DifferentList = memo(function DifferentList({ plan }: { plan: Plan }): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const different = useDifferent(plan);
  const [isAll, setAll] = useState(false);
  if (different.length === 0) return null;
  const shown = isAll ? different : different.slice(0, FIRST);
  return (
    <section className="panel" aria-labelledby="different-title">
      <header>
        <h2 id="different-title">{t('different.title')}</h2>
        <span className="faint">{different.length}</span>
      </header>
      <ul className="rows dense different">
        {shown.map((headset) => (
          <DifferentRow key={headset.id} headset={headset} />
        ))}
      </ul>
      {shown.length < different.length && (
        <Button variant="subtle" onClick={() => setAll(true)}>
          {t('different.all', { count: different.length - shown.length })}
        </Button>
      )}
    </section>
  );
});

function DifferentRow({ headset }: { headset: Different }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <div className="row">
        <StateGlyph state={headset.state} />
        <b>{headset.name}</b>
        <span className="grow">{headset.text}</span>
        {headset.conflicts.length > 0 && (
          <SmallButton aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('different.show')}
          </SmallButton>
        )}
      </div>
      {isOpen &&
        headset.conflicts.map(({ packageName, applications }) => (
          <div key={packageName} className="cells">
            {applications.map((side, index) => (
              <ConflictSide key={JSON.stringify(side)} side={side} number={index + 1} />
            ))}
          </div>
        ))}
    </li>
  );
}

function useDifferent(plan: Plan): readonly Different[] {
  const { t } = useTranslation(['configure', 'common']);
  const format = useFormat();
  const counted = useSpaceLabels();
  return useMemo(() => {
    const { nowMs } = useFleet.getState();
    return plan.devices.flatMap(
      ({ id, label, group, reach, isMoved, missingBytes, room, lastHeartbeatAt }): readonly Different[] => {
        const name = label ?? t('common:unnamed');
        const own = plan.groups[group];
        if (own?.outcome === 'refused') {
          const [conflict] = own.conflicts;
          const [fault] = own.faults;
          const text =
            conflict === undefined
              ? t('configure:different.fault', { what: fault?.message ?? '' })
              : t('configure:different.conflict', { packageName: conflict.packageName });
          return [{ id, name, state: 'failed', text, conflicts: own.conflicts }];
        }
        const base = { id, name, conflicts: [] };
        if (isMoved) return [{ ...base, state: 'attention', text: t('configure:different.moved') }];
        if (missingBytes !== null && room !== null) {
          const lacks = t('configure:different.needsSpace', {
            size: format.size(missingBytes),
            free: format.size(room.freeBytes ?? 0),
            when: lastHeartbeatAt === null ? '–' : format.when(Date.parse(lastHeartbeatAt), nowMs),
          });
          const text = [lacks, ...counted(room), t('configure:different.spaceLater')].join(' · ');
          return [{ ...base, state: 'attention', text }];
        }
        if (own?.outcome === 'same') return [];
        if (reach === 'slot') return [{ ...base, state: 'waiting', text: t('configure:different.slot') }];
        if (reach !== 'offline') return [];
        const text =
          lastHeartbeatAt === null
            ? t('configure:different.never')
            : t('configure:different.offline', { when: format.when(Date.parse(lastHeartbeatAt), nowMs) });
        return [{ ...base, state: 'offline', text }];
      },
    );
  }, [plan, t, format, counted]);
}
