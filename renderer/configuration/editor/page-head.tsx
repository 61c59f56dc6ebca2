import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'wouter';

type Props = {
  readonly crumbs: readonly (readonly [string, string | null])[];
  readonly title: React.ReactNode;
  readonly sub?: React.ReactNode;
  /** The main action, at the right. */
  readonly children?: React.ReactNode;
};

/** The head of a screen below Configure: breadcrumbs, state in words, tools. */
export function PageHead({ crumbs, title, sub, children }: Props): React.JSX.Element {
  return (
    <header className="head">
      <div className="grow">
        <div className="crumb row snug dim small">
          {crumbs.map(([label, href]) => (
            <span key={label} className="row snug">
              {href === null ? label : <Link href={href}>{label}</Link>}
              {href !== null && <IconChevronRight className="i s" aria-hidden="true" />}
            </span>
          ))}
        </div>
        <h1>{title}</h1>
        <p className="sub">{sub}</p>
      </div>
      <div className="tools">{children}</div>
    </header>
  );
}
