import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

type Props = {
  /** "Show more" if it is absent. */
  label?: string;
  /** Number of shown items, and of all. */
  shown?: string;
  className?: string;
  onMore: () => void;
};

/** The end of a partly shown list. */
export function MoreOfList({ label, shown, className = 'row', onMore }: Props): React.JSX.Element {
  const { t } = useTranslation('common');
  return (
    <div className={className}>
      <Button variant="default" onClick={onMore}>
        {label ?? t('more')}
      </Button>
      {shown !== undefined && <span className="small faint">{shown}</span>}
    </div>
  );
}
