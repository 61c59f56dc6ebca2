import { useTranslation } from 'react-i18next';
import { Link, useRoute } from 'wouter';

import '../../ui/pages.css';
import './content.css';

type Props = {
  title: string;
  sub: React.ReactNode;
  tools?: React.ReactNode;
  children: React.ReactNode;
};

/** Head, tabs and body of a screen of Content. */
export function ContentFrame({ title, sub, tools, children }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const [isOffline] = useRoute('/content/offline');
  // An item of the library is a part of it.
  const [isLibrary] = useRoute('/content');
  return (
    <div className="page">
      <header className="head">
        <div className="grow">
          <h1>{title}</h1>
          <p className="sub">{sub}</p>
        </div>
        {tools !== undefined && <div className="tools">{tools}</div>}
      </header>
      <nav className="page-tabs" aria-label={t('tabs')}>
        <Link href="/content" aria-current={isOffline ? undefined : isLibrary ? 'page' : true}>
          {t('tab.library')}
        </Link>
        <Link href="/content/offline" aria-current={isOffline ? 'page' : undefined}>
          {t('tab.offline')}
        </Link>
      </nav>
      <div className="page-body">{children}</div>
    </div>
  );
}
