import { useTranslation } from 'react-i18next';

import { useSettingsCopy } from '../../copy/settings-copy.ts';
import { useFormat } from '../../copy/format.ts';
import { useDraft } from './draft.ts';
import { supportOf } from './field-support.ts';
import { countOf, type Target } from './targets.ts';
import { useValueLabels } from '../../model/labels/value-labels.ts';

/** Everything that was set so far: the content of the preview. */
export function SummaryPanel({ targets }: { targets: readonly Target[] }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  const format = useFormat();
  const labels = useValueLabels();
  const values = useDraft((draft) => draft.values);
  const total = countOf(targets);
  return (
    <section className="panel" aria-labelledby="you-have-set">
      <header>
        <h2 id="you-have-set">{t('youHaveSet')}</h2>
        <span className="end faint">{format.number(values.size)}</span>
      </header>
      {values.size === 0 && <p className="in dim small">{t('nothingSet')}</p>}
      <ul className="rows dense">
        {[...values].map(([field, value]) => {
          const support = supportOf(field, targets);
          const refused = countOf(support.refused);
          return (
            <li key={field}>
              <div className="row">
                <span className="breaks set-name">{copy.fields[field].label}</span>
                <b className="end num breaks">{labels(field, value, 'percent')}</b>
              </div>
              {refused > 0 && (
                <div className="small faint">{t('ofHeadsets', { works: total - refused, total })}</div>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
