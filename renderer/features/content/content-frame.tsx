import { useTranslation } from 'react-i18next';
import { Link, useRoute } from 'wouter';

import '../../ui/pages.css';
import './content.css';

type Props = {
  title: string;
  sub: React.ReactNode;
  /** Before the title: what it is a part of. */
  crumb?: React.ReactNode;
  tools?: React.ReactNode;
  children: React.ReactNode;
};

/** Head, tabs and body of a screen of Content. */
export function ContentFrame({ title, sub, crumb, tools, children }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  return (
    <div className="page">
      <header className="head">
        <div className="grow">
          {crumb}
          <h1>{title}</h1>
          <p className="sub">{sub}</p>
        </div>
        {tools !== undefined && <div className="tools">{tools}</div>}
      </header>
      <nav className="page-tabs" aria-label={t('tabs')}>
        <Tab href="/content" label={t('tab.library')} />
        <Tab href="/content/offline" label={t('tab.offline')} />
      </nav>
      <div className="page-body">{children}</div>
    </div>
  );
}

function Tab({ href, label }: { href: string; label: string }): React.JSX.Element {
  const [isHere] = useRoute(href);
  return (
    <Link href={href} aria-current={isHere ? 'page' : undefined}>
      {label}
    </Link>
  );
}
