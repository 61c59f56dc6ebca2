import i18next from 'i18next';

import type { DriftField } from '../../../shared/contract/configuration/drift.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { allSentences, type Language } from '../../copy/language.ts';
import { rowLabelsIn } from './row-labels.ts';

/** Texts about what a headset reports differently. */
export type DriftLabels = {
  /** As short as a tile: "Volume 40 %, assigned 25 %". */
  readonly text: (headset: Headset, path: string) => string;
  /** As a sentence. */
  readonly step: (headset: Headset, path: string) => string;
  /** The reported and the assigned value, on a headset of this manufacturer. */
  readonly values: (field: DriftField, brand: Headset['brand']) => string;
};

/** Returns the texts in a language; the first screen has none of the settings' names. */
export async function driftLabelsIn(language: Language): Promise<DriftLabels> {
  await allSentences(language);
  const t = i18next.getFixedT(language, 'fleet');
  const labels = rowLabelsIn(language, i18next.getFixedT(language, 'configure'));
  const reported = (field: DriftField, brand: Headset['brand']) => ({
    what: labels.name(field),
    reported: labels.value(field, [field.reported], brand ?? 'generic'),
    wanted: labels.value(field, [field.wanted], brand ?? 'generic'),
  });
  // Settings that were never in effect are known by name only.
  const never = (path: string) => t('drift.neverShort', { what: labels.path(path) });
  return {
    text: ({ drift, brand }, path) => {
      if (drift === null) return never(path);
      if (drift.count > 1)
        return t('drift.several', { what: labels.name(drift.first), count: drift.count - 1 });
      return t(
        drift.first.reported === null ? 'drift.missingShort' : 'drift.short',
        reported(drift.first, brand),
      );
    },
    step: ({ drift, brand }, path) => {
      if (drift === null) return t('drift.neverStep', { what: labels.path(path) });
      const first = t(
        drift.first.reported === null ? 'drift.missingStep' : 'drift.step',
        reported(drift.first, brand),
      );
      return drift.count > 1 ? `${first} ${t('drift.more', { count: drift.count - 1 })}` : first;
    },
    values: (field, brand) =>
      t(field.reported === null ? 'drift.missing' : 'drift.values', reported(field, brand)),
  };
}
