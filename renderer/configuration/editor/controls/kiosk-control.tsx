import { Autocomplete } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { StateGlyph } from '../../../ui/headset/state-glyph.tsx';
import { AppLabel } from '../../../model/content/app-label.tsx';
import { type AppNames, useAppNames } from '../../../model/content/use-app-names.ts';
import { Segments } from '../../../ui/controls/segments.tsx';
import type { Current } from '../current.ts';
import { useDraft, type DraftValues } from '../draft.ts';
import type { ControlProps } from './control-props.ts';

/** Kiosk on with its application, or off; shows which headsets lack the application. */
export function KioskControl({ value, current, onChange }: ControlProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const kiosk = asKiosk(value);
  const values = useDraft((draft) => draft.values);
  const apps = useMemo(() => kioskApps(values, current), [values, current]);
  const names = useAppNames();
  const chosen = apps.find(({ packageName }) => packageName === kiosk.packageName);
  return (
    <div className="stack kiosk-control top">
      <Segments
        className="small"
        label={t('kiosk.label')}
        value={kiosk.isActive}
        options={[
          [true, t('on')],
          [false, t('off')],
        ]}
        onChange={(isActive) => onChange({ ...kiosk, isActive })}
      />
      {kiosk.isActive && (
        <Autocomplete
          aria-label={t('kiosk.app')}
          placeholder={t('kiosk.choose')}
          data={apps.map(({ packageName }) => packageName)}
          filter={({ options, search }) =>
            options.filter((option) => 'value' in option && isFound(option.value, search, names))
          }
          renderOption={({ option }) => <AppLabel packageName={option.value} names={names} />}
          value={kiosk.packageName ?? ''}
          onChange={(packageName) => onChange({ isActive: true, packageName })}
        />
      )}
      {kiosk.isActive && kiosk.packageName !== undefined && kiosk.packageName !== '' && current !== null && (
        <Presence app={chosen} total={current.read} />
      )}
    </div>
  );
}

function isFound(packageName: string, search: string, { nameOf }: AppNames): boolean {
  return `${nameOf(packageName)} ${packageName}`.toLowerCase().includes(search.trim().toLowerCase());
}

function Presence({ app, total }: { app: KioskApp | undefined; total: number }): React.JSX.Element | null {
  const { t } = useTranslation('configure');
  if (app?.isInDraft === true) return <p className="small dim">{t('kiosk.included')}</p>;
  const copies = app === undefined ? 0 : Math.max(app.assigned, app.installed);
  if (copies >= total) return null;
  return (
    <p className="small s-attention row">
      <StateGlyph state="attention" size="s" />
      {t('kiosk.missing', { missing: total - copies, total })}
    </p>
  );
}

type Kiosk = { readonly isActive: boolean; readonly packageName?: string };

/** Reads a kiosk from a draft. */
export function asKiosk(value: unknown): Kiosk {
  if (typeof value !== 'object' || value === null) return { isActive: value !== false };
  const isActive = 'isActive' in value && value.isActive === true;
  return 'packageName' in value && typeof value.packageName === 'string'
    ? { isActive, packageName: value.packageName }
    : { isActive };
}

/** An application that a kiosk could start, and how many headsets have it. */
export type KioskApp = {
  readonly packageName: string;
  readonly assigned: number;
  readonly installed: number;
  /** True if this very change assigns it. */
  readonly isInDraft: boolean;
};

/** Returns every application that is in the draft, assigned or installed, the most frequent first. */
export function kioskApps(values: DraftValues, current: Current | null): readonly KioskApp[] {
  const drafted = new Set([...packagesOf(values.get('applications')), ...packagesOf(values.get('packages'))]);
  const assigned = new Map<string, number>();
  for (const field of ['applications', 'packages'] as const) {
    for (const { entry, count } of current?.entries(field) ?? []) {
      for (const name of packagesOf([entry])) assigned.set(name, (assigned.get(name) ?? 0) + count);
    }
  }
  const installed = current?.installed ?? new Map<string, number>();
  const names = new Set([...drafted, ...assigned.keys(), ...installed.keys()]);
  return [...names]
    .map((packageName) => ({
      packageName,
      assigned: assigned.get(packageName) ?? 0,
      installed: installed.get(packageName) ?? 0,
      isInDraft: drafted.has(packageName),
    }))
    .toSorted(
      (a, b) =>
        Number(b.isInDraft) - Number(a.isInDraft) ||
        b.assigned - a.assigned ||
        b.installed - a.installed ||
        a.packageName.localeCompare(b.packageName),
    );
}

function packagesOf(list: unknown): readonly string[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [entry];
    if (typeof entry !== 'object' || entry === null || !('packageName' in entry)) return [];
    return typeof entry.packageName === 'string' && entry.packageName !== '' ? [entry.packageName] : [];
  });
}
