import { Checkbox } from '@mantine/core';
import { IconRotateClockwise, IconVersions } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { kindOf, type EditorField } from '../../copy/editor-fields.ts';
import { useFormat } from '../../copy/format.ts';
import { useSettingsCopy } from '../../copy/settings-copy.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import type { Now } from './current.ts';
import { fromPercent } from '../../../shared/domain/configuration/catalog/levels.ts';
import { Verdict, WorksOn } from './support-mark.tsx';
import { useDraft } from './draft.ts';
import type { EditorContext } from './editor-context.ts';
import { FieldControl } from './controls/field-control.tsx';
import { isList, startValue } from './start-value.ts';
import { supportOf, type FieldSupport } from './field-support.ts';
import { countOf, type Target } from './targets.ts';
import { useValueLabels } from '../../model/labels/value-labels.ts';

/** Kinds whose control needs the full width of the panel. */
const WIDE = new Set(['applications', 'videos', 'files', 'wifi', 'texts', 'objects', 'proxy']);

type RowProps = EditorContext & {
  field: EditorField;
  /** True if its support is stated once, above the whole list. */
  isCommon: boolean;
};

/** One setting: selected or unchanged, its value, current value, support and warnings. */
export function FieldRow({ field, targets, current, isCommon }: RowProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  const isSet = useDraft((draft) => draft.values.has(field));
  const value = useDraft((draft) => draft.values.get(field));
  const bare = useDraft((draft) => draft.bareLevels.get(field));
  const { set, leave } = useDraft.getState();
  const support = supportOf(field, targets);
  const kind = kindOf(field);
  const isWide = WIDE.has(kind) && isSet && value !== null;
  const now = current?.now(field) ?? null;
  const { label, help } = copy.fields[field];
  const control = (
    <FieldControl
      field={field}
      value={value}
      support={support}
      current={current}
      ids={targets.flatMap(({ ids }) => ids)}
      onChange={(next) => set(field, next)}
    />
  );

  return (
    <div className={`field ${isSet ? 'managed' : ''}`} data-field={field}>
      <div className="field-line">
        <Checkbox
          checked={isSet}
          aria-label={t('manage', { what: label })}
          onChange={(event) => {
            if (event.currentTarget.checked) set(field, startValue(field, current, support));
            else leave(field);
          }}
        />
        <div className="breaks">
          <div>{label}</div>
          <div className="small faint">
            <NowLabels
              field={field}
              now={now}
              entries={isList(field) ? (current?.entries(field).length ?? 0) : 0}
              help={help}
              support={support}
            />
            <ReportedLabels field={field} reported={current?.reported(field) ?? null} />
          </div>
        </div>
        <div>
          {/* For headsets it keeps what they have; a profile does not manage it. */}
          {!isSet && <span className="dim">{t(countOf(targets) > 0 ? 'noChange' : 'unmanaged')}</span>}
          {isSet && !isWide && control}
        </div>
        {isCommon ? <div className="field-works" /> : <WorksOn support={support} targets={targets} />}
      </div>
      {isWide && <div className="field-wide">{control}</div>}
      {isSet && value === undefined && bare !== undefined && (
        <Warning title={t('warn.bare', { number: bare })} text={t('warn.bareText')} />
      )}
      {isSet && <Warnings support={support} value={value} />}
    </div>
  );
}

type NowProps = {
  field: EditorField;
  now: Now | null;
  /** For a list, on all headsets together. */
  entries: number;
  help: string | undefined;
  support: FieldSupport;
};

/** The current value, if known; else a description and the allowed values. */
function NowLabels({ field, now, entries, help, support }: NowProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const labels = useValueLabels();
  const can = support.range === null ? null : t('range', { ...support.range, unit: support.unit ?? '' });
  const [first, ...others] = now?.values ?? [];
  if (isList(field) && entries > 0) return <>{t('nowList', { count: entries })}</>;
  if (now === null || first === undefined) {
    return <>{[help, can].filter((part) => part !== undefined && part !== null).join(' · ')}</>;
  }
  if (others.length === 0 && now.unset === 0) {
    return <>{t('nowAll', { value: labels(field, first.value, 'percent') })}</>;
  }
  const some = [first, ...others.slice(0, 2)].map(({ value, count }) =>
    t('nowSome', { value: labels(field, value, 'percent'), count }),
  );
  const unset = now.unset > 0 ? [t('nowUnset', { count: now.unset })] : [];
  const text = format.list([...some, ...unset]);
  return <span title={text}>{t(others.length === 0 ? 'nowPartly' : 'nowSeveral', { values: text })}</span>;
}

type ReportedLabelsProps = { field: EditorField; reported: Now | null };

/** What headsets report, beside the assigned value; nothing if none of them reports it. */
function ReportedLabels({ field, reported }: ReportedLabelsProps): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const labels = useValueLabels();
  const [first, ...others] = reported?.values ?? [];
  if (reported === null || first === undefined) return null;
  const isSame = others.length === 0 && reported.unset === 0;
  const values = format.list(
    [first, ...others.slice(0, 2)].map(({ value, count }) =>
      isSame
        ? labels(field, value, 'percent')
        : t('nowSome', { value: labels(field, value, 'percent'), count }),
    ),
  );
  return <div className="dim">{t('reportedNow', { values })}</div>;
}

/** Warnings before sending: which headsets keep their value, which manufacturers differ or have limits. */
function Warnings({ support, value }: { support: FieldSupport; value: unknown }): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  const format = useFormat();
  if (value === null) return null;
  const names = (list: readonly Target[]): string => format.list(list.map(({ name }) => name));
  const isOutside =
    typeof value === 'number' &&
    support.range !== null &&
    (value < support.range.min || value > support.range.max);
  return (
    <>
      {isOutside && support.range !== null && (
        <Warning title={t('warn.outside', { min: support.range.min, max: support.range.max })} />
      )}
      {support.refused.length > 0 && (
        <Warning title={t('warn.refused', { models: names(support.refused) })} text={t('warn.refusedText')} />
      )}
      {support.ranges.length > 0 && !isOutside && (
        <Warning
          title={t('warn.ranges')}
          text={format.list(
            support.ranges.map(({ target, range }) =>
              t('warn.rangeOf', { model: target.name, min: range.min, max: range.max }),
            ),
          )}
        />
      )}
      {support.levels.length > 0 && !isOutside && typeof value === 'number' && (
        <p className="field-warning small dim">
          {t('warn.levels', {
            values: format.list(
              support.levels.map(({ target, range }) =>
                t('warn.levelOf', { model: target.name, value: fromPercent(value, range), max: range.max }),
              ),
            ),
          })}
        </p>
      )}
      <Verdict support={support} />
      {support.minimumOs.length > 0 && (
        <div className="field-warning small dim row">
          <IconVersions className="i s" aria-hidden="true" />
          {t('warn.firmware', { versions: format.list(support.minimumOs) })}
        </div>
      )}
      {support.needsRestart && (
        <div className="field-warning small dim row">
          <IconRotateClockwise className="i s" aria-hidden="true" />
          {t('warn.restart')}
        </div>
      )}
    </>
  );
}

function Warning({ title, text }: { title: string; text?: string }): React.JSX.Element {
  return (
    <div className="field-warning note warn">
      <StateGlyph state="attention" size="s" />
      <div className="small">
        <b>{title}.</b> {text}
      </div>
    </div>
  );
}
