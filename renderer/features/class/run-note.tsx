import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { ClassRun } from '../../../shared/contract/class-run.ts';
import { reachedBy } from '../../../shared/domain/class-board.ts';
import { useFigures } from '../../copy/figures.ts';
import { useMay } from '../../service/session.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { useFleet } from '../fleet/fleet-store.ts';
import { putAway, tryAgain } from './class-store.ts';
import { useActionWords } from './class-words.ts';

/** More names than this are not read in a lesson. */
const MOST_NAMES = 8;

/** What became of the last order: whom it reached, whom not, and those again. */
export function RunNote({ run }: { run: ClassRun }): React.JSX.Element {
  const { t } = useTranslation(['class', 'common']);
  const figures = useFigures();
  const words = useActionWords();
  const may = useMay('teacher');
  const { total, reached, underWay, missed } = reachedBy(run);
  const nameOf = (id: string): string => useFleet.getState().byId[id]?.label ?? t('common:unnamed');
  const names = missed.slice(0, MOST_NAMES).map(({ id }) => nameOf(id));
  const rest = missed.length - names.length;
  const state = missed.length > 0 ? 'attention' : underWay > 0 ? 'applying' : 'ready';
  return (
    <div className={`note run-note ${missed.length > 0 ? 'warn' : ''}`}>
      <StateGlyph state={state} />
      <p role="status" className="grow">
        <b>{words(run.action)}</b> {t('class:run.reached', { count: reached, total })}
        {underWay > 0 && ` ${t('class:run.underWay', { count: underWay })}`}
        {missed.length > 0 &&
          ` ${t('class:run.missed', {
            count: missed.length,
            names: figures.list(rest > 0 ? [...names, t('class:run.more', { count: rest })] : names),
          })}`}
      </p>
      {may && missed.length > 0 && (
        <button type="button" className="big-btn" onClick={() => void tryAgain(run.id)}>
          {t('class:run.again')}
        </button>
      )}
      <button type="button" className="big-btn quiet icon" onClick={putAway}>
        <IconX aria-hidden="true" />
        <span className="sr">{t('common:close')}</span>
      </button>
    </div>
  );
}
