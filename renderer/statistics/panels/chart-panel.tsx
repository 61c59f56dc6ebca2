import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { useFormat } from '../../copy/format.ts';
import { useLanguage } from '../../copy/language.ts';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { asSpreadsheet } from '../../model/labels/spreadsheet.ts';

type Row = readonly (string | number | null)[];

/** Rows that are created when the table is opened: those of a thousand headsets and 180 days take a while. */
type LateRows = { readonly length: number; readonly make: () => readonly Row[] };

/** The figures behind a chart. Text is left-aligned, numbers right-aligned. */
export type Figures = {
  readonly head: readonly string[];
  readonly rows: readonly Row[] | LateRows;
  /** Returns the link of a row, by its index. */
  readonly hrefOf?: (row: number) => string | undefined;
};

type Props = {
  /** The question that the chart answers. */
  readonly title: string;
  /** The answer in a sentence, if there is one. */
  readonly answer?: string | undefined;
  readonly note?: React.ReactNode;
  /** The file name, without its extension. */
  readonly file: string;
  readonly format: Figures;
  readonly children: React.ReactNode;
  readonly className?: string;
};

/** A chart with its table one click away, and the same figures as a file. */
export function ChartPanel({
  title,
  answer,
  note,
  file,
  format,
  children,
  className = '',
}: Props): React.JSX.Element {
  const { t } = useTranslation(['statistics', 'common']);
  const [isTable, setTable] = useState(false);
  const language = useLanguage();
  const isEmpty = format.rows.length === 0;
  return (
    <section className={`panel chart ${className}`}>
      <header className="wrap">
        <h2>{title}</h2>
        {note !== undefined && <span className="faint small">{note}</span>}
        <span className="row end no-print">
          <div className="seg" role="group" aria-label={t('as', { title })}>
            <button type="button" aria-pressed={!isTable} onClick={() => setTable(false)}>
              {t('chart')}
            </button>
            <button type="button" aria-pressed={isTable} onClick={() => setTable(true)}>
              {t('table')}
            </button>
          </div>
          <SmallButton
            {...blockedBy(isEmpty && t('common:why.nothing'))}
            aria-label={t('csvOf', { title })}
            onClick={() =>
              saveAsFile(`${file}.csv`, asSpreadsheet([format.head, ...rowsOf(format)], language), 'text/csv')
            }
          >
            {t('csv')}
          </SmallButton>
        </span>
      </header>
      {answer !== undefined && <p className="chart-answer">{answer}</p>}
      <div className="in">{isTable ? <FigureTable title={title} format={format} /> : children}</div>
    </section>
  );
}

function rowsOf({ rows }: Figures): readonly Row[] {
  return 'make' in rows ? rows.make() : rows;
}

/** Rows listed at first, and per further step. */
const STEP = 50;
/** Columns that a phone has room for beside each other. */
const MAX_SHORT = 3;

function FigureTable({ title, format }: { title: string; format: Figures }): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const { number } = useFormat();
  const [shown, setShown] = useState(STEP);
  const rows = useMemo(() => rowsOf(format), [format]);
  const { head, hrefOf } = format;
  return (
    <>
      <div className="figure-table" role="region" aria-label={title} tabIndex={0}>
        <table className={`plain-table${head.length > MAX_SHORT ? '' : ' short'}`}>
          <thead>
            <tr>
              {head.map((name, index) => (
                <th key={`${name} ${index}`} scope="col" className={index === 0 ? '' : 'num'}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shown).map((row, at) => (
              <tr key={`${row[0]} ${at}`}>
                {row.map((cell, index) =>
                  index === 0 ? (
                    <th key={index} scope="row">
                      <RowName name={cell} href={hrefOf?.(at)} />
                    </th>
                  ) : (
                    <td key={index} className="num" data-label={head[index]}>
                      {typeof cell === 'number' ? number(cell) : cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length === 0 && <p className="dim">{t('nothing')}</p>}
      {rows.length > shown && (
        <Button variant="subtle" onClick={() => setShown((count) => count + STEP)}>
          {t('more', { count: rows.length - shown })}
        </Button>
      )}
    </>
  );
}

type RowNameProps = { name: string | number | null; href: string | undefined };

function RowName({ name, href }: RowNameProps): React.JSX.Element {
  return href === undefined ? <>{name}</> : <Link href={href}>{name}</Link>;
}
