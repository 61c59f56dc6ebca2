import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Chip } from '../../ui/parts/chip.tsx';

/** With fewer conflicts, no search field is shown. */
const SEARCH_FROM = 8;

type Props = {
  isOpen: boolean;
  onShow: (which: 'open' | 'decided') => void;
  /** Number of conflicts, and of those that match the search. */
  total: number;
  found: number;
  find: string;
  onFind: (find: string) => void;
};

/** Switches between open and decided conflicts, and searches them if there are many. */
export function ConflictTools({ isOpen, onShow, total, found, find, onFind }: Props): React.JSX.Element {
  const { t } = useTranslation('sync');
  return (
    <div className="row wrap" role="search">
      <div className="row" role="group" aria-label={t('conflict.filter')}>
        {(['open', 'decided'] as const).map((which) => (
          <Chip key={which} isOn={(which === 'open') === isOpen} onClick={() => onShow(which)}>
            {t(`conflict.chip.${which}`)}
          </Chip>
        ))}
      </div>
      {(total > SEARCH_FROM || find !== '') && (
        <>
          <TextInput
            type="search"
            className="end search-box"
            leftSection={<IconSearch className="i s" aria-hidden="true" />}
            placeholder={t('conflict.find')}
            aria-label={t('conflict.find')}
            maxLength={100}
            value={find}
            onChange={({ currentTarget: { value } }) => onFind(value)}
          />
          <span role="status" className="small dim">
            {find.trim() !== '' && t('conflict.found', { count: found, total })}
          </span>
        </>
      )}
    </div>
  );
}
