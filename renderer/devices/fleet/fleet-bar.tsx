import { TextInput } from '@mantine/core';
import { IconLayoutGrid, IconList, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { Chip } from '../../ui/parts/chip.tsx';
import { FilterMenu } from '../filters/filter-menu.tsx';
import type { FleetView, Shown } from '../filters/fleet-view.ts';
import { FILTERS, type Filter } from '../../model/fleet/match.ts';
import { ColumnMenu, ViewMenu } from '../filters/view-menu.tsx';
import { typed } from '../../ui/controls/field-props.ts';

const GLYPH: Record<Filter, GlyphState> = {
  ready: 'ready',
  applying: 'applying',
  needsYou: 'attention',
  offline: 'offline',
  waiting: 'waiting',
  enrolled: 'enrolled',
};

type Props = {
  view: FleetView;
  shown: Shown;
  findField: React.RefObject<HTMLInputElement | null>;
  /** Moves the focus to the list. */
  onToList: () => void;
};

/** Filters with their counts, the find field, and wall or table. */
export function FleetBar({ view, shown, findField, onToList }: Props): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const format = useFormat();
  const filters = useRetainedFilters(view, shown);
  const digits = format.number(shown.all.length).length;
  return (
    <div className="fleet-bar row wrap">
      <div className="row wrap fleet-filters" role="group" aria-label={t('filter.label')}>
        <Chip isOn={view.filter === null} onClick={() => view.change({ filter: null })}>
          <b>
            {t('filter.all')} {format.number(shown.all.length)}
          </b>
        </Chip>
        {view.facets.behind !== null && (
          <Chip isOn onClick={() => view.change({ facets: { behind: null } })}>
            {new URLSearchParams(view.facets.behind).get('say')} <span aria-hidden="true">×</span>
          </Chip>
        )}
        {filters.map((filter) => (
          <Chip
            key={filter}
            isOn={view.filter === filter}
            onClick={() => view.change({ filter: view.filter === filter ? null : filter })}
          >
            <StateGlyph state={GLYPH[filter]} />
            {t(`filter.${filter}`)}{' '}
            <b className="count" style={{ minWidth: `${digits}ch` }}>
              {format.number(shown.counts.get(filter) ?? 0)}
            </b>
          </Chip>
        ))}
      </div>
      <div className="row fleet-tools wrap end">
        <TextInput
          ref={findField}
          className="find search-box"
          type="search"
          placeholder={t('findShort')}
          aria-label={t('find')}
          leftSection={<IconSearch className="i s" aria-hidden="true" />}
          rightSection={view.text === '' ? <KeyCap>/</KeyCap> : undefined}
          {...typed(view.text, (text) => view.change({ text }))}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            // The first press clears it, the second moves to the list with the results.
            if (event.key === 'Escape' && view.text !== '') view.change({ text: '' });
            else if (['Escape', 'Enter', 'ArrowDown'].includes(event.key)) {
              event.preventDefault();
              event.currentTarget.blur();
              onToList();
            }
          }}
        />
        <FilterMenu view={view} />
        <ViewMenu view={view} />
        {view.view === 'table' && <ColumnMenu />}
        <div className="seg" role="group" aria-label={t('view.label')}>
          <button
            type="button"
            aria-pressed={view.view === 'wall'}
            onClick={() => view.change({ view: 'wall' })}
          >
            <IconLayoutGrid className="i s" aria-hidden="true" />
            {t('view.wall')}
          </button>
          <button
            type="button"
            aria-pressed={view.view === 'table'}
            onClick={() => view.change({ view: 'table' })}
          >
            <IconList className="i s" aria-hidden="true" />
            {t('view.table')}
          </button>
        </div>
      </div>
    </div>
  );
}

/**
 * Returns filters that had matches since the screen was opened. They stay, new ones at the end: no chip moves
 * unasked.
 */
function useRetainedFilters(view: FleetView, shown: Shown): readonly Filter[] {
  const [retained, setRetained] = useState<readonly Filter[]>([]);
  const fresh = FILTERS.filter(
    (filter) => !retained.includes(filter) && ((shown.counts.get(filter) ?? 0) > 0 || view.filter === filter),
  );
  if (fresh.length === 0) return retained;
  const all = [...retained, ...fresh];
  setRetained(all);
  return all;
}
