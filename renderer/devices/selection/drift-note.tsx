import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { type DriftField, listDrift } from '../../../shared/contract/configuration/drift.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useRowLabels } from '../../model/labels/row-labels.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useHeadset, useHeadsetState } from '../../model/fleet/fleet-store.ts';
import { useDriftLabels } from '../../model/labels/use-drift-labels.ts';
import { useRepair } from './use-repair.ts';

/** A drift: the assigned and the reported value, and repairing it. */
export function DriftNote({ id }: { id: string }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const format = useFormat();
  const labels = useRowLabels();
  const headset = useHeadset(id);
  const since = headset?.drift?.since ?? null;
  const state = useHeadsetState(id);
  const drift = useDriftLabels(true);
  const fields = useDifferences(id, JSON.stringify([since, state]));
  const isTechnician = useMay('technician');
  const { isBusy, refusal, repair } = useRepair();
  return (
    <div className="note warn drift">
      <StateGlyph state="drifted" />
      <div>
        <b>
          {since === null ? t('drift.never') : t('drift.title', { when: format.moment(Date.parse(since)) })}
        </b>
        <dl className="facts left">
          {fields.map((field) => (
            <div key={`${field.path} ${field.entry?.key ?? ''}`}>
              <dt>{labels.name(field)}</dt>
              <dd>{drift?.values(field, headset?.brand ?? null)}</dd>
            </div>
          ))}
        </dl>
        {refusal !== null && <RefusalNote refusal={refusal} />}
        {isTechnician && (
          <Button size="compact-sm" loading={isBusy} onClick={() => void repair([id])}>
            {t('repair', { count: 1 })}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Loads the differences, again whenever `news` changes. */
function useDifferences(id: string, version: string): readonly DriftField[] {
  const [fields, setFields] = useState<readonly DriftField[]>([]);
  useEffect(() => {
    const controller = new AbortController();
    void call(listDrift, { signal: controller.signal }).then((outcome) => {
      if (controller.signal.aborted || isRefused(outcome)) return;
      const { items, neverInEffect } = outcome.reply;
      setFields([...items, ...neverInEffect].filter((each) => each.id === id).flatMap((each) => each.fields));
    });
    return () => controller.abort();
  }, [id, version]);
  return fields;
}
