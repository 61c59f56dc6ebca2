import { useVirtualizer } from '@tanstack/react-virtual';
import { useMediaQuery } from '@mantine/hooks';
import { memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  RESULT_STATES,
  type PlanResult,
  type ResultState,
} from '../../../shared/contract/configuration/plans/plans.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Chip } from '../../ui/parts/chip.tsx';
import { FailureReason } from '../../model/notes/failure-reason.tsx';
import { GLYPH_OF_RESULT, useResultLabels } from './result-labels.ts';

const ROW_PX = 36;
/** Shows the reason on lines of its own. */
const PHONE_ROW_PX = 72;

/** Results that need attention come first. */
const ORDER: readonly ResultState[] = [
  'failed',
  'expired',
  'skipped',
  'refused',
  'applying',
  'sent',
  'waiting',
  'queued',
  'confirmed',
  'same',
];

/** Results of all headsets, failures first; only visible rows are rendered. */
export function ResultList({ results }: { results: readonly PlanResult[] }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const labels = useResultLabels();
  const [only, setOnly] = useState<ResultState | null>(null);
  const counts = useMemo(() => Map.groupBy(results, ({ state }) => state), [results]);
  const shown = useMemo(
    () =>
      results
        .filter(({ state }) => only === null || state === only)
        .toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)),
    [results, only],
  );
  return (
    <>
      <div className="row wrap" role="group" aria-label={t('result.filter')}>
        <Chip isOn={only === null} onClick={() => setOnly(null)}>
          {t('result.all')} <b>{format.number(results.length)}</b>
        </Chip>
        {RESULT_STATES.filter((state) => counts.has(state) || only === state).map((state) => (
          <Chip key={state} isOn={only === state} onClick={() => setOnly(only === state ? null : state)}>
            <StateGlyph state={GLYPH_OF_RESULT[state]} size="s" />
            {labels.state(state)} <b>{format.number(counts.get(state)?.length ?? 0)}</b>
          </Chip>
        ))}
      </div>
      <Rows results={shown} />
    </>
  );
}

function Rows({ results }: { results: readonly PlanResult[] }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const scroller = useRef<HTMLDivElement>(null);
  const isPhone = useMediaQuery('(max-width: 520px)') ?? false;
  // oxlint-disable-next-line react/incompatible-library -- its methods are never handed on as props, which is what the rule warns of
  const virtual = useVirtualizer({
    count: results.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => results[index]?.id ?? index,
    estimateSize: () => (isPhone ? PHONE_ROW_PX : ROW_PX),
    overscan: 12,
  });
  useEffect(() => virtual.measure(), [virtual, isPhone]);
  return (
    <div
      ref={scroller}
      className="panel results"
      role="table"
      tabIndex={0}
      aria-label={t('result.table')}
      aria-rowcount={results.length}
    >
      <div className="virtual" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((item) => {
          const result = results[item.index];
          return (
            result !== undefined && (
              <ResultRow key={item.key} result={result} index={item.index} top={item.start} />
            )
          );
        })}
      </div>
    </div>
  );
}

type RowProps = { result: PlanResult; index: number; top: number };

const ResultRow = memo(function ResultRow({ result, index, top }: RowProps): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const labels = useResultLabels();
  const isQuiet = result.state === 'confirmed' || result.state === 'same';
  const detail = labels.detail(result);
  // It applied what was sent, but nobody can know whether that is in effect.
  const isUnproven = result.state === 'confirmed' && result.reason !== null;
  const glyph = isUnproven ? 'enrolled' : GLYPH_OF_RESULT[result.state];
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className="result-row"
      style={{ transform: `translateY(${top}px)` }}
    >
      <b role="cell" className="cut">
        {result.label ?? t('common:unnamed')}
      </b>
      <span role="cell" className={`status s-${glyph} ${isQuiet ? 'plain' : ''}`}>
        <StateGlyph state={glyph} />
        {isUnproven ? t('configure:result.sent') : labels.state(result.state)}
      </span>
      <span role="cell" className="small dim result-why clamp" title={detail}>
        {detail}
        {result.reason?.code === 'CONTENT_FAILED' && (
          <>
            {' '}
            <FailureReason
              deviceId={result.id}
              subject={result.reason.subject}
              stamp={result.changedAt}
              otherwise={t('configure:reason.contentNext')}
            />
          </>
        )}
      </span>
      <span role="cell" className="small faint end">
        {result.wave === null ? '' : t('configure:wave.short', { count: result.wave })}
        {result.attempts > 1 && ` · ${t('configure:result.attempts', { count: result.attempts })}`}
      </span>
    </div>
  );
});
