import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { AuditEntry } from '../../../shared/contract/operations/audit.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useTokenName } from '../../model/labels/author-labels.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { type AuditLabels, useAuditLabels } from './audit-labels.ts';

/** The log as text, newest first; each entry expands to all its fields. */
export function AuditTable({ items }: { items: readonly AuditEntry[] }): React.JSX.Element {
  const { t } = useTranslation('audit');
  const labels = useAuditLabels();
  return (
    <section className="panel" aria-label={t('tab')}>
      <table className="plain-table audit top">
        <thead>
          <tr>
            <th>{t('when')}</th>
            <th>{t('who')}</th>
            <th style={{ width: '20%' }}>{t('what')}</th>
            <th>{t('on')}</th>
            <th>{t('where')}</th>
            <th>{t('result')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((entry) => (
            <AuditRow key={entry.seq} entry={entry} labels={labels.of(entry)} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

const COLUMNS = 6;

function AuditRow({ entry, labels }: { entry: AuditEntry; labels: AuditLabels }): React.JSX.Element {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const { status, skipped } = entry;
  return (
    <>
      <tr data-operation={entry.operation}>
        <td className="nowrap" data-label={t('when')}>
          {format.moment(Date.parse(entry.at))}
        </td>
        <td data-label={t('who')}>
          <Who entry={entry} />
        </td>
        <td data-label={t('what')}>
          <button
            type="button"
            className="quiet-link"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {labels.text}
          </button>
          {labels.about !== null && (
            <div className="small dim">
              {labels.href === null ? (
                labels.about
              ) : (
                <Link href={labels.href} className="plain-link">
                  {labels.about}
                </Link>
              )}
            </div>
          )}
        </td>
        <td data-label={t('on')}>
          <Headsets entry={entry} />
        </td>
        <td className="dim" data-label={t('where')}>
          {entry.isFromLan ? t('lan', { address: entry.address }) : t('here')}
        </td>
        <td data-label={t('result')}>
          <span className="row">
            <StateGlyph state={status < 400 ? 'ready' : 'failed'} size="s" />
            {t(status < 400 ? 'done' : 'refused')}
          </span>
          {skipped > 0 && <div className="small faint">{t('skipped', { count: skipped })}</div>}
        </td>
      </tr>
      {isOpen && (
        <tr className="audit-raw">
          <td colSpan={COLUMNS}>
            <pre className="small mono raw framed" tabIndex={0} aria-label={t('raw')}>
              {JSON.stringify(entry, null, 2)}
            </pre>
          </td>
        </tr>
      )}
    </>
  );
}

/** The name of a person links to the people, that of a program to its token. */
function Who({ entry }: { entry: AuditEntry }): React.JSX.Element {
  const { t } = useTranslation(['audit', 'shell']);
  const tokenName = useTokenName();
  const { who, kind, role, personId, tokenId } = entry;
  const name =
    kind === 'program'
      ? tokenName(who, tokenId)
      : (who ?? (kind === 'nobody' ? t('audit:nobody') : t('audit:computer')));
  const href =
    personId !== null
      ? `/station/people?person=${personId}`
      : kind === 'program' && tokenId !== null
        ? `/station/tokens?find=${tokenId}`
        : null;
  return (
    <>
      {href === null ? (
        <b>{name}</b>
      ) : (
        <Link href={href} className="plain-link">
          <b>{name}</b>
        </Link>
      )}
      {role !== null && <div className="small faint">{t(`shell:role.${role}`)}</div>}
    </>
  );
}

/** Maximum number of headsets named in a row. */
const MAX_NAMES = 3;

function Headsets({ entry }: { entry: AuditEntry }): React.JSX.Element {
  const { t } = useTranslation('audit');
  const { targets, devicesId, labels } = entry;
  if (targets === 0) return <span className="faint">–</span>;
  const named = devicesId.slice(0, MAX_NAMES);
  return (
    <>
      {named.map((id, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link href={pathOfHeadset(id)} className="plain-link">
            {labels[index] ?? id.slice(0, 8)}
          </Link>
        </span>
      ))}
      {targets > named.length && (
        <span className="small faint"> {t('others', { count: targets - named.length })}</span>
      )}
    </>
  );
}
