import { IconArrowsExchange } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { takeOverAdb } from '../../../shared/contract/enrolment/adb/adb-headsets.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { RefusalNote } from './refusal-note.tsx';

/** Which stations manage some of these headsets instead, and the action that takes them over; nothing if none does. */
export function AdbElsewhereNote({ headsets }: { headsets: readonly Headset[] }): React.JSX.Element | null {
  const { t } = useTranslation('common');
  const format = useFormat();
  const isTechnician = useMay('technician');
  const { isBusy, refusal, run } = useAction();
  const away = headsets.filter(({ overAdb }) => overAdb?.connection === 'elsewhere');
  if (away.length === 0) return null;
  const stations = [...new Set(away.flatMap(({ overAdb }) => overAdb?.heldBy ?? []))];
  const reclaim = async (): Promise<void> => {
    await run(call(takeOverAdb, { body: { devicesId: away.map(({ id }) => id) } }));
  };
  return (
    <section className="note">
      <IconArrowsExchange className="i s" aria-hidden />
      <div className="stack">
        <p className="small">
          {t('adbElsewhere.text', { count: away.length, stations: format.list(stations) })}
        </p>
        {isTechnician && (
          <SmallButton loading={isBusy} onClick={() => void reclaim()}>
            {t('adbElsewhere.reclaim')}
          </SmallButton>
        )}
        {refusal !== null && <RefusalNote refusal={refusal} />}
      </div>
    </section>
  );
}
