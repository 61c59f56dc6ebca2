import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import './lone-page.css';
import { EmptyState } from './empty-state.tsx';

type Props = { title: string; text: string; href: string; action: string };

/** A screen with nothing to show: why, and a link to another one. */
export function LonePage({ title, text, href, action }: Props): React.JSX.Element {
  return (
    <div className="lone-page stack wide">
      <EmptyState title={title} text={text}>
        <Button component={Link} href={href}>
          {action}
        </Button>
      </EmptyState>
    </div>
  );
}

/** Shown for an unknown path. */
export function NotFoundPage(): React.JSX.Element {
  const { t } = useTranslation('shell');
  const action = t('notFound.back');
  return <LonePage title={t('notFound.title')} text={t('notFound.text')} href="/fleet" action={action} />;
}
