import { useEffect, useState } from 'react';
import type { z } from 'zod';

import { surveySettings } from '../../../shared/contract/configuration/settings/settings-survey.ts';
import type { EditorField, ListField } from '../../copy/editor-fields.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useReturns } from '../../service/event-feed.ts';

type Survey = z.infer<typeof surveySettings.reply>;

/** Current values of a selection in one field. */
export type Now = {
  /** Most frequent first. */
  readonly values: readonly { readonly value: unknown; readonly count: number }[];
  /** Number of headsets that do not manage it. */
  readonly unset: number;
};

/** Current settings of a selection. */
export type Current = {
  readonly read: number;
  readonly now: (field: EditorField) => Now | null;
  /** Returns what they report as in effect; null if none of them reports it. */
  readonly reported: (field: EditorField) => Now | null;
  /** Returns the entries of a list on any of them, with counts. */
  readonly entries: (field: ListField) => readonly { readonly entry: unknown; readonly count: number }[];
  /** Number of headsets by installed package, as reported. */
  readonly installed: ReadonlyMap<string, number>;
};

type State = { readonly current: Current | null; readonly refusal: Refusal | null };

/** Returns the current settings of these headsets, loaded once and after each disconnection; null while loading. */
export function useCurrent(ids: readonly string[]): State {
  const [state, setState] = useState<State & { key: string }>({ key: '', current: null, refusal: null });
  const key = ids.join();
  const returns = useReturns();
  useEffect(() => {
    if (key === '') return;
    const controller = new AbortController();
    const body = { devicesId: key.split(',') };
    void call(surveySettings, { body, signal: controller.signal }).then((outcome) => {
      if (controller.signal.aborted) return;
      if (isRefused(outcome))
        setState((before) => ({
          key,
          current: before.key === key ? before.current : null,
          refusal: outcome,
        }));
      else setState({ key, current: asCurrent(outcome.reply), refusal: null });
    });
    return () => controller.abort();
  }, [key, returns]);
  return state.key === key ? state : { current: null, refusal: null };
}

/** Converts a survey to the fields of the editor. Pure. */
export function asCurrent(survey: Survey): Current {
  const byPath = new Map(survey.fields.map((field) => [field.path, field]));
  const installed = new Map(survey.installed.map(({ packageName, count }) => [packageName, count]));
  const reported = new Map(survey.reported.map((field) => [field.path, field]));
  const among =
    (fields: Fields) =>
    (field: EditorField): Now | null => {
      if (field === 'kioskMode') return kioskNow(fields, survey.devices);
      if (field === 'network.globalProxy') return proxyNow(fields);
      return fields.get(field) ?? null;
    };
  return {
    read: survey.devices,
    now: among(byPath),
    reported: among(reported),
    entries: (field) => (field === 'video360' ? [] : survey[field]),
    installed,
  };
}

type Fields = ReadonlyMap<string, Now>;

/** On and off as the switch shows them; the application only if all that are on have the same. */
function kioskNow(byPath: Fields, devices: number): Now | null {
  const active = byPath.get('kioskMode.isActive');
  if (active === undefined) return null;
  const [packageName, ...others] = byPath.get('kioskMode.packageName')?.values ?? [];
  const isSame = packageName !== undefined && others.length === 0;
  const values = active.values.map(({ value, count }) => ({
    value: {
      isActive: value === true,
      ...(value === true && isSame ? { packageName: packageName.value } : {}),
    },
    count,
  }));
  return { values, unset: devices - values.reduce((sum, { count }) => sum + count, 0) };
}

function proxyNow(byPath: Fields): Now | null {
  const parts = ['use', 'host', 'port', 'byPass'].flatMap((name) => {
    const part = byPath.get(`network.globalProxy.${name}`);
    const [most] = part?.values ?? [];
    return part === undefined || most === undefined ? [] : [{ name, part, most }];
  });
  const [first] = parts;
  if (first === undefined) return null;
  const value = Object.fromEntries(parts.map(({ name, most }) => [name, most.value]));
  return { values: [{ value, count: first.most.count }], unset: first.part.unset };
}
