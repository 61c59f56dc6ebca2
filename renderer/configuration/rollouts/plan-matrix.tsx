import { IconArrowRight, IconEqual, IconMinus, IconPlus } from '@tabler/icons-react';
import { Fragment, memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Plan } from '../../../shared/contract/configuration/plans/plans.ts';
import { useCatalogNotes } from '../../copy/catalog-notes.ts';
import { useSettingsCopy } from '../../copy/settings-copy.ts';
import { matrixOf, type Cell, type Column, type MatrixRow } from '../../model/labels/plan-matrix-of.ts';
import { useCountLabel } from '../../model/fleet/count-label.ts';
import { SupportMark } from '../editor/support-mark.tsx';
import { useRowLabels } from '../../model/labels/row-labels.ts';

type Props = { plan: Pick<Plan, 'groups'> };

/** The preview of a change: settings as rows, models as columns; old and new, unchanged, not supported. */
export const PlanMatrix = memo(function PlanMatrix({ plan }: Props): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  const matrix = useMemo(() => matrixOf(plan), [plan]);
  const sections = Map.groupBy(matrix.rows, ({ group }) => group);
  return (
    // Wide tables scroll inside, also by keyboard.
    <section className="panel matrix-panel" tabIndex={0} aria-label={t('plan.matrix')}>
      <table className="matrix">
        <thead>
          <tr>
            <th scope="col">{t('plan.setting')}</th>
            {matrix.columns.map((column) => (
              <ColumnHead key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          {[...sections].map(([group, rows]) => (
            <Fragment key={group}>
              <tr className="matrix-group">
                <th colSpan={matrix.columns.length + 1} scope="colgroup">
                  {group === 'identity' ? t('row.identity') : copy.groups[group]}
                </th>
              </tr>
              {rows.map((row) => (
                <PlanRow key={row.key} row={row} columns={matrix.columns} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
      {matrix.rows.length === 0 && <p className="in dim">{t('plan.nothing')}</p>}
    </section>
  );
});

function ColumnHead({ column }: { column: Column }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const countLabel = useCountLabel();
  return (
    <th scope="col">
      {column.model ?? t('unknownModel')}
      <small className="small faint block">
        {countLabel(column.ids)}, {t('plan.columnChange', { count: column.change })}
      </small>
    </th>
  );
}

/** One setting across the models. */
function PlanRow({ row, columns }: { row: MatrixRow; columns: readonly Column[] }): React.JSX.Element {
  const labels = useRowLabels();
  const name = labels.name(row);
  const named = row.entry?.name ?? name;
  return (
    <tr>
      {/* The package of an app is a hover away: a row stays one line. */}
      <th scope="row" title={name === named ? name : `${name} · ${named}`}>
        {name}
      </th>
      {row.cells.map((cell, index) => (
        <td
          key={columns[index]?.key ?? index}
          className={cell === null ? '' : `is-${cell.kind} ${cell.untried > 0 ? 'is-unknown' : ''}`}
        >
          {cell !== null && <CellLabels row={row} cell={cell} brand={columns[index]?.brand} />}
        </td>
      ))}
    </tr>
  );
}

type CellProps = { row: MatrixRow; cell: Cell; brand: Column['brand'] | undefined };

function CellLabels({ row, cell, brand }: CellProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const inText = useCatalogNotes();
  const notes = [
    ...(cell.reinstalls > 0 ? [t('plan.reinstalls', { count: cell.reinstalls })] : []),
    ...(cell.needsRestart ? [t('plan.restart')] : []),
    ...(cell.already > 0 ? [t('plan.already', { count: cell.already })] : []),
    ...(cell.left > 0 ? [t('plan.cannot', { count: cell.left })] : []),
    ...cell.needsFirmware.map((version) => t('plan.needsFirmware', { version })),
    ...(cell.kind === 'unsupported' && cell.note !== null ? [inText(cell.note)] : []),
  ];
  return (
    <>
      <div className="cell-value row snug">
        <CellValue row={row} cell={cell} brand={brand} />
      </div>
      {cell.untried > 0 && (
        <div className="micro faint breaks">
          <SupportMark verdict="unknown" />
        </div>
      )}
      {notes.length > 0 && (
        <div className="micro faint breaks" title={notes.join(' · ')}>
          {notes.join(' · ')}
        </div>
      )}
    </>
  );
}

function CellValue({ row, cell, brand }: CellProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const labels = useRowLabels();
  const wanted = labels.value(row, [cell.wanted], brand);
  const now = labels.value(row, cell.now, brand);
  const isContent = row.entry !== null && /^(applications|videos|files)\[/.test(row.path);
  switch (cell.kind) {
    case 'same':
      return (
        <>
          <IconEqual className="i s" aria-hidden="true" />
          <span>{isContent ? t('plan.unchanged') : wanted}</span>
          {!isContent && <span className="sr">{t('plan.unchanged')}</span>}
        </>
      );
    case 'unsupported':
      return (
        <>
          <SupportMark verdict="no" />
        </>
      );
    case 'add':
    case 'set':
      return (
        <>
          <IconPlus className="i s arrow" aria-hidden="true" />
          <b>{isContent ? t('plan.install') : row.entry === null ? wanted : t('plan.added')}</b>
        </>
      );
    case 'remove':
    case 'clear':
      return (
        <>
          <IconMinus className="i s arrow" aria-hidden="true" />
          <b>{cell.kind === 'remove' ? t('plan.removed') : t('notManaged')}</b>
          {cell.kind === 'clear' && <s>{now}</s>}
        </>
      );
    case 'change':
      return (
        <>
          <s title={cell.now.map((value) => labels.value(row, [value], brand)).join(', ')}>{now}</s>
          <IconArrowRight className="i s arrow" aria-label={t('plan.becomes')} />
          <b>{now === wanted ? t('plan.changed') : wanted}</b>
        </>
      );
  }
}
