import { Drawer } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Fact } from '../../ui/page/fact.tsx';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { HeadsetDetails } from './headset-details.tsx';
import { useHeadsetLabels } from '../../model/fleet/headset-labels.ts';

/** Wide screens: beside the list, the focused headset, or a summary of the selected ones. */
export function Inspector(): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const activeId = useFleetList((list) => list.activeId);
  const selected = useFleetList((list) => list.selected);
  const onlySelected = selected.size === 1 ? [...selected][0] : undefined;
  const id = onlySelected ?? activeId;
  return (
    <aside className="panel inspector" aria-label={t('inspector.label')}>
      {selected.size > 1 ? (
        <Several ids={selected} />
      ) : id === null ? (
        <p className="in dim">{t('inspector.hint')}</p>
      ) : (
        <>
          <header>
            <Name id={id} />
          </header>
          <HeadsetDetails key={id} id={id} />
        </>
      )}
    </aside>
  );
}

/** Narrower screens: the same details, over the list. */
export function HeadsetDrawer(): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const openId = useFleetList((list) => list.openId);
  const close = useFleetList((list) => list.closeDetails);
  // It restores the focus only if it was rendered, closed, before it opened.
  const [isPresent, setPresent] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPresent(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <Drawer
      opened={isPresent && openId !== null}
      onClose={close}
      position="right"
      size={380}
      title={openId !== null && <Name id={openId} />}
      closeButtonProps={{ 'aria-label': t('common:close') }}
      padding={0}
      classNames={{ header: 'pad underlined' }}
    >
      {openId !== null && <HeadsetDetails key={openId} id={openId} />}
    </Drawer>
  );
}

function Name({ id }: { id: string }): React.JSX.Element | null {
  const labels = useHeadsetLabels(id);
  if (labels === null) return null;
  return (
    <span className="row">
      <StateGlyph state={labels.state.state} />
      <b className="cut">{labels.name}</b>
      <span className={`small s-${labels.state.state}`}>{labels.text}</span>
    </span>
  );
}

/** Maximum number of names. */
const MAX_NAMES = 12;

function Several({ ids }: { ids: ReadonlySet<string> }): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const format = useFormat();
  const byId = useFleet((fleet) => fleet.byId);
  const stateById = useFleet((fleet) => fleet.stateById);
  const facts = useMemo(() => {
    const headsets = [...ids].flatMap((id) => byId[id] ?? []);
    const levels = headsets.flatMap((headset) => headset.battery?.level ?? []);
    return {
      names: headsets.map((headset) => headset.label ?? t('common:unnamed')),
      models: tally(headsets.map((headset) => headset.model ?? t('common:notKnown'))),
      states: tally([...ids].map((id) => t(`common:state.${stateById[id]?.state ?? 'waiting'}`))),
      battery:
        levels.length === 0
          ? t('common:notKnown')
          : [...new Set([Math.min(...levels), Math.max(...levels)])]
              .map((level) => format.percent(level / 100))
              .join(' – '),
    };
  }, [ids, byId, stateById, t, format]);
  const rest = facts.names.length - MAX_NAMES;
  const names = facts.names.slice(0, MAX_NAMES);

  return (
    <>
      <header>
        <h2>{t('fleet:inspector.several', { count: ids.size })}</h2>
      </header>
      <div className="in stack">
        <p className="dim">
          {format.list(rest > 0 ? [...names, t('fleet:remove.more', { count: rest })] : names)}
        </p>
        <dl className="facts">
          <Fact name={t('fleet:inspector.states')}>{facts.states}</Fact>
          <Fact name={t('fleet:inspector.models')}>{facts.models}</Fact>
          <Fact name={t('fleet:inspector.battery')}>{facts.battery}</Fact>
        </dl>
      </div>
    </>
  );
}

function tally(values: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => `${count} × ${value}`).join(' · ');
}
