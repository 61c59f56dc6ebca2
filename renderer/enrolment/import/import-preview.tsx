import { Button, Checkbox, Select } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type SlotFault, SLOT_FIELDS } from '../../../shared/contract/enrolment/carts.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { ticked } from '../../ui/controls/field-props.ts';
import type { Import } from './use-import.ts';

/** Number of lines shown at first. */
const MAX_ROWS = 100;
/** The station lists no more faults than these. */
const MAX_FAULTS = 100;
/** The `Select` value for a field without a column. */
const NONE = '';

type Props = { work: Import; read: NonNullable<Import['read']> };

/** The file as the station read it: columns, faults by line, and every line. */
export function ImportPreview({ work }: { work: Import }): React.JSX.Element {
  const { t } = useTranslation('carts');
  const { read, refusal } = work;
  if (read === null) {
    return (
      <p className="dim" role="status">
        {refusal === null && t('file.checking')}
      </p>
    );
  }
  const isRead = read.columns.length > 0;
  return (
    <>
      <Verdict read={read} />
      {isRead && <Columns work={work} read={read} />}
      {isRead && <Lines work={work} read={read} />}
    </>
  );
}

function Verdict({ read }: Pick<Props, 'read'>): React.JSX.Element {
  const { t } = useTranslation('carts');
  const { faults, count } = read;
  if (faults.length === 0) {
    return (
      <div className="note" role="status">
        <StateGlyph state="ready" />
        <p>{t('file.noProblems', { count })}</p>
      </div>
    );
  }
  return (
    <section className="note bad file-faults" role="alert" aria-label={t('file.faultsLabel')}>
      <StateGlyph state="failed" />
      <div className="stack">
        {read.columns.length > 0 && (
          <b>{t(faults.length < MAX_FAULTS ? 'file.faults' : 'file.faultsMany', { count: faults.length })}</b>
        )}
        <ul>
          {faults.map((fault) => (
            <li key={`${fault.line} ${fault.code} ${fault.column}`}>
              <FaultLabels fault={fault} withLine={read.columns.length > 0} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Line of the file, and why. */
function FaultLabels(props: { fault: SlotFault; withLine?: boolean }): React.JSX.Element {
  const { t } = useTranslation('carts');
  const { fault, withLine = false } = props;
  const { code, column, value } = fault;
  const field = SLOT_FIELDS.find((each) => each === column);
  const words = t(`file.fault.${code}`, {
    value: value ?? '',
    column: field === undefined ? '' : t(`file.field.${field}`),
  });
  return (
    <>
      {withLine && <b>{t('file.line', { line: fault.line })}</b>} {words}
    </>
  );
}

function Columns({ work, read }: Props): React.JSX.Element {
  const { t } = useTranslation('carts');
  const id = useId();
  const { columns, mapping, sheets, sheet, hasHeader, isRemembered } = read;
  const options = columns.map((name, at) => ({
    value: String(at + 1),
    label: name === '' ? t('file.column', { number: at + 1 }) : name,
  }));
  const hasIdentity = mapping.macAddress !== null || mapping.serial !== null;
  return (
    <section className="panel" aria-labelledby={id}>
      <header className="wrap">
        <h2 id={id}>{t('file.columns')}</h2>
        <span className="end small faint">{t(isRemembered ? 'file.remembered' : 'file.columnsText')}</span>
      </header>
      <div className="in file-columns grid roomy">
        {sheets.length > 1 && (
          <Select
            label={t('file.sheet')}
            allowDeselect={false}
            data={sheets}
            value={sheet}
            onChange={(chosen) => chosen !== null && work.setSheet(chosen)}
          />
        )}
        {SLOT_FIELDS.map((field) => (
          <Select
            key={field}
            label={t(`file.field.${field}`)}
            allowDeselect={false}
            data={[{ value: NONE, label: t('file.noColumn') }, ...options]}
            value={mapping[field] === null ? NONE : String(mapping[field])}
            onChange={(chosen) => work.map(field, chosen === null || chosen === NONE ? null : Number(chosen))}
          />
        ))}
      </div>
      <div className="in stack">
        <Checkbox label={t('file.hasHeader')} {...ticked(hasHeader, (isOn) => work.setHeader(isOn))} />
        {hasIdentity && (
          <Checkbox
            label={t('file.givesOwnSlot')}
            description={t('file.givesOwnSlotText')}
            {...ticked(work.givesOwnSlot, (isOn) => work.setGivesOwnSlot(isOn))}
          />
        )}
      </div>
    </section>
  );
}

function Lines({ work, read }: Props): React.JSX.Element {
  const { t } = useTranslation('carts');
  const [isAll, setAll] = useState(false);
  const { lines, mapping } = read;
  const faults = Map.groupBy(read.faults, ({ line }) => line);
  const shown = isAll ? lines : lines.slice(0, MAX_ROWS);
  const fields = SLOT_FIELDS.filter((field) => mapping[field] !== null);
  return (
    <section className="panel" aria-label={t('file.lines', { count: lines.length })}>
      <div
        className="file-lines"
        tabIndex={0}
        role="region"
        aria-label={t('file.lines', { count: lines.length })}
      >
        <table className="plain-table">
          <thead>
            <tr>
              <th className="num">{t('file.lineHead')}</th>
              {fields.map((field) => (
                <th key={field} className={field}>
                  {t(`file.field.${field}`)}
                </th>
              ))}
              <th>{t('file.found')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => {
              const own = faults.get(row.line) ?? [];
              return (
                <tr key={row.line} className={own.length > 0 ? 'bad' : ''}>
                  <td className="num faint" data-label={t('file.lineHead')}>
                    {row.line}
                  </td>
                  {fields.map((field) => (
                    <td
                      key={field}
                      data-label={t(`file.field.${field}`)}
                      className={own.some(({ column }) => column === field) ? 's-failed' : ''}
                    >
                      {row.cells[field]}
                    </td>
                  ))}
                  <td data-label={t('file.found')}>
                    {!work.isChecking && (
                      <span className="row top">
                        <StateGlyph state={own.length > 0 ? 'failed' : 'ready'} size="s" />
                        <span className="small">
                          {own.length === 0
                            ? t('file.good')
                            : own.map((fault) => (
                                <FaultLabels key={fault.code + fault.column} fault={fault} />
                              ))}
                        </span>
                      </span>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {lines.length > shown.length && (
        <div className="pad">
          <Button variant="default" onClick={() => setAll(true)}>
            {t('file.showAll', { count: lines.length })}
          </Button>
        </div>
      )}
    </section>
  );
}
