import { Button, Select } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SlotFault } from '../../../shared/contract/enrolment/carts.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { FIELDS, type Field, type FileRow } from './columns.ts';
import type { Import } from './use-import.ts';

/** Number of lines shown at first. */
const MAX_ROWS = 100;
/** The station lists no more faults than these. */
const MAX_FAULTS = 100;
/** The `Select` value for a field without a column. */
const NONE = '';

type Props = { work: Import; file: NonNullable<Import['file']> };

/** The parsed file: columns, faults by line, and every line. */
export function ImportPreview({ work, file }: Props): React.JSX.Element {
  return (
    <>
      <Verdict work={work} />
      <Columns work={work} file={file} />
      <Lines work={work} />
    </>
  );
}

function Verdict({ work }: { work: Import }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const { checked, rows, refusal } = work;
  if (checked === null) {
    return (
      <p className="dim" role="status">
        {refusal === null && t('carts:file.checking')}
      </p>
    );
  }
  if (checked.faults.length === 0) {
    return (
      <div className="note" role="status">
        <StateGlyph state="ready" />
        <p>{t('carts:file.noProblems', { count: rows.length })}</p>
      </div>
    );
  }
  return (
    <section className="note bad file-faults" role="alert" aria-label={t('carts:file.faultsLabel')}>
      <StateGlyph state="failed" />
      <div className="stack">
        <b>
          {t(checked.faults.length < MAX_FAULTS ? 'carts:file.faults' : 'carts:file.faultsMany', {
            count: checked.faults.length,
          })}
        </b>
        <ul>
          {checked.faults.map((fault) => (
            <li key={`${fault.line} ${fault.code} ${fault.column}`}>
              <FaultLabels fault={fault} rows={rows} withLine />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Line of the file, and why. Faults refer to the lines sent; a person looks at the file. */
function FaultLabels(props: {
  fault: SlotFault;
  rows: readonly FileRow[];
  withLine?: boolean;
}): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const { fault, rows, withLine = false } = props;
  const { code, column } = fault;
  const lineOf = (line: number): number => rows[line - 2]?.line ?? line;
  const value =
    code === 'LABEL_TWICE' || code === 'PLACE_TWICE' ? lineOf(Number(fault.value)) : (fault.value ?? '');
  const field = FIELDS.find((each) => each === column);
  const words = t(`carts:file.fault.${code}`, {
    value,
    column: field === undefined ? '' : t(`carts:file.field.${field}`),
  });
  return (
    <>
      {withLine && <b>{t('carts:file.line', { line: lineOf(fault.line) })}</b>} {words}
    </>
  );
}

function Columns({ work, file }: Props): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const { header } = file.csv;
  const id = useId();
  const options = header.map((name, at) => ({
    value: String(at),
    label: name === '' ? t('carts:file.column', { number: at + 1 }) : name,
  }));
  return (
    <section className="panel" aria-labelledby={id}>
      <header>
        <h2 id={id}>{t('carts:file.columns')}</h2>
        <span className="end small faint">{t('carts:file.columnsText')}</span>
      </header>
      <div className="in file-columns">
        {FIELDS.map((field: Field) => (
          <Select
            key={field}
            label={t(`carts:file.field.${field}`)}
            allowDeselect={false}
            data={[{ value: NONE, label: t('carts:file.noColumn') }, ...options]}
            value={file.mapping[field] === null ? NONE : String(file.mapping[field])}
            onChange={(chosen) => work.map(field, chosen === null || chosen === NONE ? null : Number(chosen))}
          />
        ))}
      </div>
    </section>
  );
}

function Lines({ work }: { work: Import }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const [isAll, setAll] = useState(false);
  const { rows, checked } = work;
  const faults = Map.groupBy(checked?.faults ?? [], ({ line }) => line - 2);
  const shown = isAll ? rows : rows.slice(0, MAX_ROWS);
  return (
    <section className="panel" aria-label={t('carts:file.lines', { count: rows.length })}>
      <div
        className="file-lines"
        tabIndex={0}
        role="region"
        aria-label={t('carts:file.lines', { count: rows.length })}
      >
        <table className="plain-table">
          <thead>
            <tr>
              <th className="num">{t('carts:file.lineHead')}</th>
              {FIELDS.map((field) => (
                <th key={field}>{t(`carts:file.field.${field}`)}</th>
              ))}
              <th>{t('carts:file.found')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => {
              const own = faults.get(at) ?? [];
              return (
                <tr key={row.line} className={own.length > 0 ? 'bad' : ''}>
                  <td className="num faint">{row.line}</td>
                  {FIELDS.map((field) => (
                    <td key={field} className={own.some(({ column }) => column === field) ? 's-failed' : ''}>
                      {row.cells[field]}
                    </td>
                  ))}
                  <td>
                    {checked !== null && (
                      <span className="row file-verdict">
                        <StateGlyph state={own.length > 0 ? 'failed' : 'ready'} size="s" />
                        <span className="small">
                          {own.length === 0
                            ? t('carts:file.good')
                            : own.map((fault) => (
                                <FaultLabels key={fault.code + fault.column} fault={fault} rows={rows} />
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
      {rows.length > shown.length && (
        <div className="pad">
          <Button variant="default" onClick={() => setAll(true)}>
            {t('carts:file.showAll', { count: rows.length })}
          </Button>
        </div>
      )}
    </section>
  );
}
