import { Button, Select } from '@mantine/core';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { blockedBy } from '../../ui/why/why.ts';
import { listLibrary } from '../../../shared/contract/content/library.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { SYNC_MARKS, useSyncFacts } from '../../model/station/sync-facts.ts';
import { BATTERY_RANGES, countOfFacets, NO_FACETS, STORAGE_RANGES } from '../../model/fleet/facets.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { FleetView } from './fleet-view.ts';
import { readGroups, useGroups } from '../../model/fleet/groups-store.ts';

/** Filters of the fleet besides states. */
export function FilterFields({ view }: { view: FleetView }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const { facets, change } = view;
  const models = useModels();
  const contents = useContents();
  const groups = useGroups((known) => known.items);
  useEffect(() => void readGroups(), []);
  return (
    <div className="stack">
      <Facet
        label={t('facet.model')}
        value={facets.model}
        choices={models.map((model) => ({ value: model, label: model === '' ? t('facet.noModel') : model }))}
        onChange={(model) => change({ facets: { model } })}
      />
      <Facet
        label={t('facet.battery')}
        value={facets.battery}
        choices={BATTERY_RANGES.map((value) => ({ value, label: t(`facet.batteryRange.${value}`) }))}
        onChange={(value) =>
          change({ facets: { battery: BATTERY_RANGES.find((range) => range === value) ?? null } })
        }
      />
      <Facet
        label={t('facet.storage')}
        value={facets.storage}
        choices={STORAGE_RANGES.map((value) => ({ value, label: t(`facet.storageRange.${value}`) }))}
        onChange={(value) =>
          change({ facets: { storage: STORAGE_RANGES.find((range) => range === value) ?? null } })
        }
      />
      <Facet
        label={t('facet.content')}
        value={facets.content}
        choices={contents.map(({ sha256, name, apk }) => ({ value: sha256, label: apk?.label ?? name }))}
        onChange={(content) => change({ facets: { content } })}
      />
      <Facet
        label={t('facet.group')}
        value={facets.group}
        choices={groups.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(group) => change({ facets: { group } })}
      />
      <SyncFacet view={view} />
      <Button
        variant="subtle"
        {...blockedBy(countOfFacets(facets) === 0 && t('facet.noneSet'))}
        onClick={() => change({ facets: NO_FACETS })}
      >
        {t('facet.none')}
      </Button>
    </div>
  );
}

/** Only with a central: its texts are loaded then. */
function SyncFacet({ view }: { view: FleetView }): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const hasCentral = useSyncFacts((facts) => facts.views !== null);
  if (!hasCentral) return null;
  const marks = SYNC_MARKS.filter((mark) => mark !== 'gone');
  return (
    <Facet
      label={t('facet')}
      value={view.facets.sync}
      choices={marks.map((value) => ({ value, label: t(`mark.${value}`) }))}
      onChange={(value) =>
        view.change({ facets: { sync: SYNC_MARKS.find((mark) => mark === value) ?? null } })
      }
    />
  );
}

type FacetProps = {
  label: string;
  value: string | null;
  choices: readonly { value: string; label: string }[];
  onChange: (value: string | null) => void;
};

function Facet({ label, value, choices, onChange }: FacetProps): React.JSX.Element {
  const { t } = useTranslation('fleet');
  return (
    <Select
      label={label}
      placeholder={t(choices.length === 0 ? 'facet.nothing' : 'facet.any')}
      disabled={choices.length === 0}
      clearable
      clearButtonProps={{ 'aria-label': t('facet.clear', { what: label }) }}
      data={[...choices]}
      value={value}
      comboboxProps={{ withinPortal: false, shadow: 'none' }}
      onChange={onChange}
    />
  );
}

function useModels(): readonly string[] {
  const order = useFleet((fleet) => fleet.order);
  return useMemo(() => {
    const { byId } = useFleet.getState();
    return [...new Set(order.map((id) => byId[id]?.model ?? ''))].toSorted((a, b) => a.localeCompare(b));
  }, [order]);
}

function useContents(): z.infer<typeof listLibrary.reply>['items'] {
  const { reply } = useQuery((signal) => call(listLibrary, { query: { limit: '100' }, signal }));
  return reply?.items ?? [];
}
