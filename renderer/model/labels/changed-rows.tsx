import type { SettingsRow } from '../../../shared/contract/configuration/settings/settings-rows.ts';
import { useRowLabels } from './row-labels.ts';

/** Settings with their values before and after a change. */
export function ChangedRows({ rows }: { rows: readonly SettingsRow[] }): React.JSX.Element {
  const labels = useRowLabels();
  return (
    <dl className="facts left">
      {rows.map((row) => (
        <div key={`${row.path} ${row.entry?.key ?? ''}`}>
          <dt>{labels.name(row)}</dt>
          <dd>
            {labels.value(row, [row.now])} → <b>{labels.value(row, [row.wanted])}</b>
          </dd>
        </div>
      ))}
    </dl>
  );
}
