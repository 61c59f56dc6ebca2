import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { Brand } from '../../../shared/contract/devices/reported.ts';
import { figuresIn } from '../../copy/format.ts';
import { useLibraryNames } from '../content/use-app-names.ts';
import { useLanguage, type Language } from '../../copy/language.ts';
import { settingsCopyOf } from '../../copy/settings-copy.ts';
import { fieldOfPath, type MatrixRow } from './plan-matrix-of.ts';
import { valueLabelsIn } from './value-labels.ts';

/** Texts of a row of a comparison. */
export type RowLabels = {
  readonly name: (row: Pick<MatrixRow, 'path' | 'entry'>) => string;
  /** Returns the name of a path, without an entry. */
  readonly path: (path: string) => string;
  /** Formats its value; several as their range, or as a count. With a manufacturer, a level also in per cent. */
  readonly value: (
    row: Pick<MatrixRow, 'path' | 'entry'>,
    values: readonly unknown[],
    brand?: Brand,
  ) => string;
};

/** Returns the texts for previews, histories and comparisons. */
export function useRowLabels(): RowLabels {
  const { t } = useTranslation('configure');
  const language = useLanguage();
  const appName = useLibraryNames();
  return useMemo(() => rowLabelsIn(language, t, appName), [language, t, appName]);
}

/** Applications in a list of settings, whose entries are named by their package. */
const IS_APP = /^(?:applications|packages)\[/;

/** Returns the same for a given language and its `t`; `appName` names an application of the library. */
export function rowLabelsIn(
  language: Language,
  t: TFunction<'configure'>,
  appName: (packageName: string) => string | null = () => null,
): RowLabels {
  const format = figuresIn(language);
  const copy = settingsCopyOf(language);
  const labels = valueLabelsIn(language, t);
  const pathText = (path: string): string => {
    if (path === 'kioskMode.packageName') return t('row.kioskApp');
    if (path === 'label') return t('row.label');
    if (path === 'license') return t('row.license');
    if (path.startsWith('metadata.')) return t('row.metadata', { namespace: path.slice(9) });
    const field = fieldOfPath(path);
    return field === null ? path : copy.fields[field].label;
  };
  const one = (path: string, value: unknown, brand?: Brand): string => {
    if (value === null || value === undefined) return t('notManaged');
    const version = versionOf(value);
    if (version !== null) return version;
    if (typeof value === 'object' && !Array.isArray(value) && path.includes('[]')) return t('row.there');
    if (path === 'kioskMode.packageName') return appName(plain(value)) ?? plain(value);
    const field = fieldOfPath(path);
    return field === null ? plain(value) : labels(field, value, brand);
  };
  return {
    name: ({ path, entry }) => {
      const name = entry?.name ?? pathText(path);
      return entry !== null && IS_APP.test(path) ? (appName(name) ?? name) : name;
    },
    path: pathText,
    value: ({ path }, values, brand) => {
      const [first] = values;
      if (values.length < 2) return one(path, first, brand);
      const numbers = values.filter((value) => typeof value === 'number');
      if (numbers.length === values.length) {
        return t('row.fromTo', {
          from:
            brand === undefined
              ? format.number(Math.min(...numbers))
              : one(path, Math.min(...numbers), brand),
          to:
            brand === undefined
              ? format.number(Math.max(...numbers))
              : one(path, Math.max(...numbers), brand),
        });
      }
      return t('row.several', { count: values.length });
    },
  };
}

/** Returns the version of an application, which distinguishes one from the next. */
function versionOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('codeVersion' in value)) return null;
  return typeof value.codeVersion === 'number' ? String(value.codeVersion) : null;
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
