import { IconWifi } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { setAdbWifi } from '../../../shared/contract/enrolment/adb/adb-headsets.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { RefusalNote } from './refusal-note.tsx';

/**
 * What adb over the Wi-Fi means for these headsets, and the action that closes or opens it; nothing if this station
 * manages none of them over adb.
 */
export function AdbWifiNote({ headsets }: { headsets: readonly Headset[] }): React.JSX.Element | null {
  const { t } = useTranslation('common');
  const isTechnician = useMay('technician');
  const { isBusy, refusal, run } = useAction();
  const managed = headsets.filter(({ overAdb }) => overAdb !== null && overAdb.connection !== 'elsewhere');
  const withWifi = (wifi: string) => managed.filter(({ overAdb }) => overAdb?.wifi === wifi);
  const [open, blocked, closing] = [
    withWifi('open').length,
    withWifi('blocked').length,
    withWifi('closing').length,
  ];
  // A restart ended it.
  const toPlugIn = withWifi('open').filter(({ overAdb }) => overAdb?.connection === 'plugIn').length;
  const now = open - toPlugIn;
  if (managed.length === 0) return null;
  const change = async (isOpen: boolean): Promise<void> => {
    await run(call(setAdbWifi, { body: { devicesId: managed.map(({ id }) => id), isOpen } }));
  };
  return (
    <section className="note">
      <IconWifi className="i s" aria-hidden />
      <div className="stack">
        <p className="small">
          {now > 0 && t('adbWifi.open', { count: now })}{' '}
          {toPlugIn > 0 && t('adbWifi.toPlugIn', { count: toPlugIn })}{' '}
          {blocked > 0 && t('adbWifi.blocked', { count: blocked })}{' '}
          {closing > 0 && t('adbWifi.closing', { count: closing })}{' '}
          {open + blocked + closing === 0 && t('adbWifi.closed', { count: managed.length })}
        </p>
        {isTechnician && (
          <SmallButton loading={isBusy} onClick={() => void change(open + blocked === 0)}>
            {t(open + blocked === 0 ? 'adbWifi.doOpen' : 'adbWifi.doClose')}
          </SmallButton>
        )}
        {refusal !== null && <RefusalNote refusal={refusal} />}
      </div>
    </section>
  );
}
