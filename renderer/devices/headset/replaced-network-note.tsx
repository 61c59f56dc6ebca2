import { useTranslation } from 'react-i18next';

import { configureDevice } from '../../../shared/contract/configuration/configure.ts';
import type { Device } from '../../../shared/contract/devices/devices.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';

/** Says that a replaced Wi-Fi network stays for now, and lets a person end that; nothing if there is none. */
export function ReplacedNetworkNote({ device }: { device: Device }): React.JSX.Element | null {
  const { t } = useTranslation('headset');
  const isTechnician = useMay('technician');
  const { isBusy, refusal, run } = useAction();
  const { wifi = [] } = device.settings;
  const old = wifi.find(({ isReplaced }) => isReplaced === true);
  if (old === undefined) return null;
  const next = wifi.filter(({ isReplaced }) => isReplaced !== true).map(({ ssid }) => ssid);
  const remove = async (): Promise<void> => {
    const params = { deviceId: device.id };
    await run(call(configureDevice, { params, body: { replacedNetworks: 'drop' } }));
  };
  return (
    <div className="note warn">
      <StateGlyph state="attention" />
      <div>
        {t('replacedNetwork.text', { old: old.ssid, next: next.join(', ') })}
        {refusal !== null && <RefusalNote refusal={refusal} />}
      </div>
      {isTechnician && (
        <SmallButton loading={isBusy} onClick={() => void remove()}>
          {t('replacedNetwork.remove')}
        </SmallButton>
      )}
    </div>
  );
}
