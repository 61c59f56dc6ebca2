import { IconBan, IconHelpCircle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import type { FieldSupport } from './field-support.ts';
import { countOf, type Target } from './targets.ts';

const MARKS = { no: IconBan, unknown: IconHelpCircle } as const;

/** What a manufacturer supports, with the same mark and words in editor, preview and result. */
export function SupportMark({ verdict }: { verdict: keyof typeof MARKS }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const Mark = MARKS[verdict];
  return (
    <span className="support-mark">
      <Mark className="i s" aria-hidden="true" />
      {t(`support.${verdict}`)}
    </span>
  );
}

type Props = { support: FieldSupport; targets: readonly Target[] };

/** Which headsets of a selection a setting is known to work on, is not possible on, or was not tried on. */
export function WorksOn({ support, targets }: Props): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const total = countOf(targets);
  const names = (list: readonly Target[]): string => format.list(list.map(({ name }) => name));
  if (support.isByAgent) return <div className="field-works dim">{t('works.agent')}</div>;
  if (support.works.length === 0) {
    const isUnknown = support.unknown.length > 0;
    return (
      <div className={`field-works ${isUnknown ? 'is-unknown' : 'is-unsupported'}`}>
        <SupportMark verdict={isUnknown ? 'unknown' : 'no'} />
        <div className="small faint">{isUnknown ? null : t('works.noChange')}</div>
      </div>
    );
  }
  const others = [...support.refused, ...support.unknown];
  if (total === 0) return <div className="field-works dim">{names(support.works)}</div>;
  return (
    <div className="field-works dim">
      {others.length === 0
        ? t('works.all', { count: total })
        : t('works.some', { works: countOf(support.works), total })}
      {support.refused.length > 0 && (
        <div className="small faint clamp" title={names(support.refused)}>
          <SupportMark verdict="no" /> {names(support.refused)}
        </div>
      )}
      {support.unknown.length > 0 && (
        <div className="small faint clamp" title={names(support.unknown)}>
          <SupportMark verdict="unknown" /> {names(support.unknown)}
        </div>
      )}
    </div>
  );
}

/** What to expect of a setting before it is sent, in one sentence for each verdict. The details are in the manual. */
export function Verdict({ support }: { support: FieldSupport }): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const format = useFormat();
  if (support.isByAgent) return null;
  const names = (list: readonly Target[]): string => format.list(list.map(({ name }) => name));
  const untried = support.unknown.length > 0;
  if (!untried && support.works.length === 0) return null;
  return (
    <p className="field-warning small dim">
      {support.works.length > 0 && t('verdict.works', { models: names(support.works) })}{' '}
      {untried && t('verdict.untried', { models: names(support.unknown) })}
    </p>
  );
}
