import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import '../../ui/styles/pages.css';
import './content.css';

type Props = {
  title: string;
  sub: React.ReactNode;
  tools?: React.ReactNode;
  children: React.ReactNode;
};

const TABS = [
  { name: 'library', href: '/content' },
  { name: 'versions', href: '/content/versions' },
  { name: 'expiry', href: '/content/expiry' },
  { name: 'offline', href: '/content/offline' },
] as const;

/** Returns whether a tab is the current one. The page of an item belongs to the library. */
function currentOf(href: string, path: string): 'page' | true | undefined {
  if (path === href) return 'page';
  return href === '/content' && !TABS.some((tab) => tab.href === path) ? true : undefined;
}

/** Head, tabs and body of a Content screen. */
export function ContentFrame({ title, sub, tools, children }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const [path] = useLocation();
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
        {TABS.map(({ name, href }) => (
          <Link key={name} href={href} aria-current={currentOf(href, path)}>
            {t(`tab.${name}`)}
          </Link>
        ))}
      </nav>
      <div className="page-body">{children}</div>
    </div>
  );
}
