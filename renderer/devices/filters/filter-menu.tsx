import { Button, Popover } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyCode } from '../../copy/lazy-worded.ts';
import { countOfFacets } from '../../model/fleet/facets.ts';
import type { FleetView } from './fleet-view.ts';

const loadFields = lazyCode(() => import('./filter-fields.tsx'));

type Fields = React.ComponentType<{ view: FleetView }>;

/** Filters besides states: model, battery, storage, content, group. Loaded on first use. */
export function FilterMenu({ view }: { view: FleetView }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const [isOpen, setOpen] = useState(false);
  const [Fields, setFields] = useState<Fields | null>(null);
  const count = countOfFacets(view.facets);
  // Opened once loaded, so that they get the focus.
  const open = async (): Promise<void> => {
    const { FilterFields } = await loadFields();
    setFields(() => FilterFields);
    setOpen(true);
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="none" trapFocus width={280}>
      <Popover.Target>
        <Button
          variant="default"
          aria-expanded={isOpen}
          className={count > 0 ? 'is-narrowed' : ''}
          leftSection={<IconFilter className="i s" aria-hidden="true" />}
          onClick={() => (isOpen ? setOpen(false) : void open())}
        >
          {count === 0 ? t('facet.open') : t('facet.count', { count })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="floating">
        {isOpen && Fields !== null && <Fields view={view} />}
      </Popover.Dropdown>
    </Popover>
  );
}
