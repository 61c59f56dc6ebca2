import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'wouter';

type Props = {
  /** The screens above with their paths, and this one. */
  readonly crumbs?: readonly (readonly [string, string | null])[];
  /** The state in words. */
  readonly title: React.ReactNode;
  readonly sub?: React.ReactNode;
  /** True if `sub` is read aloud when it changes. */
  readonly isLive?: boolean;
  /** The tools, at the right. */
  readonly children?: React.ReactNode;
};

/** The head of a screen: breadcrumbs, state in words, tools. */
export function PageHead({ crumbs, title, sub, isLive = false, children }: Props): React.JSX.Element {
  return (
    <header className="head">
      <div className="grow">
        {crumbs !== undefined && (
          <div className="crumb row snug dim small">
            {crumbs.map(([label, href]) => (
              <span key={label} className="row snug">
                {href === null ? label : <Link href={href}>{label}</Link>}
                {href !== null && <IconChevronRight className="i s" aria-hidden="true" />}
              </span>
            ))}
          </div>
        )}
        <h1>{title}</h1>
        <p className="sub" role={isLive ? 'status' : undefined}>
          {sub}
        </p>
      </div>
      {children !== undefined && <div className="tools">{children}</div>}
    </header>
  );
}
