import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Brand } from '../../../shared/contract/devices/reported.ts';
import { isLevel, levelRange, toPercent } from '../../../shared/domain/configuration/catalog/levels.ts';
import { exactDuration } from '../../copy/exact-duration.ts';
import { figuresIn } from '../../copy/format.ts';
import { useLanguage, type Language } from '../../copy/language.ts';
import { settingsCopyOf } from '../../copy/settings-copy.ts';
import { kindOf, type EditorField } from '../../copy/editor-fields.ts';

/**
 * Formats a value of a field. A level is in per cent, or in the numbers of a manufacturer, which are then shown beside
 * per cent.
 */
export type ValueLabels = (field: EditorField, value: unknown, scale?: 'percent' | Brand) => string;

/** Returns how values are formatted: switches as On and Off, lists as counts. */
export function useValueLabels(): ValueLabels {
  const { t } = useTranslation('configure');
  const language = useLanguage();
  return useMemo(() => valueLabelsIn(language, t), [language, t]);
}

/** Returns the same for a given language and its `t`. */
export function valueLabelsIn(language: Language, t: TFunction<'configure'>): ValueLabels {
  const format = figuresIn(language);
  const copy = settingsCopyOf(language);
  return (field, value, scale) => {
    if (value === null) return t('notManaged');
    if (value === undefined || value === '') return t('noValue');
    if (typeof value === 'boolean') return t(value ? 'on' : 'off');
    if (typeof value === 'number' && isLevel(field) && scale !== undefined) {
      const percent = scale === 'percent' ? value : toPercent(value, levelRange(field, scale));
      const text = `${format.number(percent)}\u00a0%`;
      return percent === value ? text : `${text} (${format.number(value)})`;
    }
    if (typeof value === 'number') {
      const unit = copy.units[field];
      if (unit === 's' && value < 0) return copy.values['-1'] ?? String(value);
      if (unit === 's') return exactDuration(value * 1_000, language);
      return `${format.number(value)}${unit === undefined ? '' : `\u00a0${unit}`}`;
    }
    if (typeof value === 'string') {
      if (kindOf(field) === 'instant') return format.moment(Date.parse(value));
      return copy.values[value] ?? value;
    }
    if (Array.isArray(value)) return t('entries', { count: value.length });
    return kioskText(value, t) ?? proxyText(value, t) ?? JSON.stringify(value);
  };
}

function kioskText(value: unknown, t: TFunction<'configure'>): string | null {
  if (typeof value !== 'object' || value === null || !('isActive' in value)) return null;
  if (value.isActive !== true) return t('off');
  return 'packageName' in value && typeof value.packageName === 'string' && value.packageName !== ''
    ? t('onWith', { what: value.packageName })
    : t('on');
}

function proxyText(value: unknown, t: TFunction<'configure'>): string | null {
  if (typeof value !== 'object' || value === null || !('use' in value || 'host' in value)) return null;
  if ('use' in value && value.use === false) return t('off');
  const host = 'host' in value && typeof value.host === 'string' ? value.host : '';
  const port = 'port' in value && typeof value.port === 'number' ? `:${value.port}` : '';
  return `${host}${port}`;
}
