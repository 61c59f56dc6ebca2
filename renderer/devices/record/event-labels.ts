import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import type { DeviceEvent } from '../../../shared/contract/devices/events.ts';
import { useFormat } from '../../copy/format.ts';
import { useRowLabels } from '../../model/labels/row-labels.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { codeText } from '../../model/labels/code-labels.ts';
import { useCommandNames } from './command-names.ts';
import { type EventLabels, wordsOf } from './event-detail.ts';
import { isKnownType, plainType } from './event-types.ts';

/** Names of contents by id. */
export type ContentNames = ReadonlyMap<string, string>;

/** Used if no names are known. */
export const NO_NAMES: ContentNames = new Map();

/** Returns the texts of events in the current language, with known names of contents. */
export function useEventLabels(names: ContentNames): {
  readonly of: (event: DeviceEvent) => EventLabels;
  readonly type: (type: string) => string;
} {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const commands = useCommandNames();
  const rows = useRowLabels();
  return useMemo(
    () => ({
      of: (event) => {
        // Current names, not updated: an event is read, not followed.
        const nameOf = (id: string): string | null => useFleet.getState().byId[id]?.label ?? null;
        const contentOf = (id: string): string | null => names.get(id) ?? null;
        const codes = codeText(t);
        return wordsOf(event, { t, format, commands, codes, setting: rows.name, contentOf, nameOf });
      },
      type: (type) => (isKnownType(type) ? t(`event.${type}`) : plainType(type)),
    }),
    [t, format, commands, rows, names],
  );
}
