import { Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** Delay before a skeleton is shown, in ms; sooner it would flicker. */
const SHAPE_AFTER_MS = 300;

/** Shown while a screen is loading: nothing at first, then a skeleton. */
export function ScreenLoading(): React.JSX.Element {
  const { t } = useTranslation('common');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SHAPE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="page-body" aria-busy="true">
      <span className="sr" role="status">
        {t('loading')}
      </span>
      {isSlow && (
        <>
          <Skeleton height={28} width={280} />
          <Skeleton height={320} mt={16} />
        </>
      )}
    </div>
  );
}
