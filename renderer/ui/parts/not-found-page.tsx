import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import './lone-page.css';
import { EmptyState } from './empty-state.tsx';

/** Shown for an unknown path. */
export function NotFoundPage(): React.JSX.Element {
  const { t } = useTranslation('shell');
  return (
    <div className="lone-page stack wide">
      <EmptyState title={t('notFound.title')} text={t('notFound.text')}>
        <Button component={Link} href="/fleet">
          {t('notFound.back')}
        </Button>
      </EmptyState>
    </div>
  );
}
