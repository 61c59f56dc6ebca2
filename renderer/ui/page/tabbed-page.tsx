import { Link, useLocation } from 'wouter';

import '../styles/pages.css';
import { PageHead } from './page-head.tsx';

/** What a screen of a group of screens gives to its frame. */
export type ScreenProps = {
  /** The state in words. */
  title: string;
  sub: React.ReactNode;
  tools?: React.ReactNode;
  children: React.ReactNode;
};

/** A tab, by its path. */
type Tab = { readonly href: string; readonly label: React.ReactNode };

type Props = ScreenProps & {
  /** What the tabs are called for a screen reader. */
  tabsLabel: string;
  /** If empty, there is no row of tabs. */
  tabs: readonly Tab[];
  /** The tab whose paths have pages of their own below them. */
  parent?: string;
};

/** Head, tabs and body of a screen that is one of a group. */
export function TabbedPage({
  title,
  sub,
  tools,
  tabsLabel,
  tabs,
  parent,
  children,
}: Props): React.JSX.Element {
  const [path] = useLocation();
  const isBelow = !tabs.some(({ href }) => href === path);
  const currentOf = (href: string): 'page' | true | undefined => {
    if (href === path) return 'page';
    return isBelow && href === parent ? true : undefined;
  };
  return (
    <div className="page fill">
      <PageHead title={title} sub={sub}>
        {tools}
      </PageHead>
      {tabs.length > 0 && (
        <nav className="page-tabs" aria-label={tabsLabel}>
          {tabs.map(({ href, label }) => (
            <Link key={href} href={href} aria-current={currentOf(href)}>
              {label}
            </Link>
          ))}
        </nav>
      )}
      <div className="page-body">{children}</div>
    </div>
  );
}
