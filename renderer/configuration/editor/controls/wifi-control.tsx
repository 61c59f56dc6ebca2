import { PasswordInput } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { useSettingsCopy } from '../../../copy/settings-copy.ts';
import { call, isRefused } from '../../../service/api.ts';
import { SmallButton } from '../../../ui/controls/small-button.ts';
import { asEntries, EntryList, textIn, type Entry, type EntryField } from './entry-list.tsx';
import type { ControlProps } from './control-props.ts';
import { ProxyFields } from './plain-controls.tsx';
import { FRESH_NETWORK } from '../start-value.ts';
import { networkFault } from './network-fault.ts';
import { WifiSecurity } from './wifi-security.tsx';

/** Networks to join. A stored password is kept unless another is typed, and shown only on request. */
export function WifiControl({ field, value, ids, current, onChange }: ControlProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  // A profile does not say which of its networks have a password: those it was opened with may.
  const [opened] = useState(() => new Set(asEntries(value).map((entry) => textIn(entry, 'ssid'))));
  const hasPassword = (entry: Entry): boolean => {
    const ssid = textIn(entry, 'ssid');
    if (current === null) return ssid !== '' && opened.has(ssid);
    return asEntries(current.entries('wifi').map((each) => each.entry)).some(
      (known) => known['ssid'] === ssid && known['hasPassword'] === true,
    );
  };
  const fields: readonly EntryField[] = [
    {
      name: 'ssid',
      label: t('wifi.ssid'),
      kind: 'text',
      isRequired: true,
      faultOf: (ssid) => networkFault({ ssid }, 'ssid', t),
    },
    { name: 'priority', label: t('wifi.priority'), kind: 'number' },
    { name: 'hidden', label: t('wifi.hidden'), kind: 'flag' },
  ];
  return (
    <EntryList
      label={copy.fields[field].label}
      entries={asEntries(value)}
      fields={fields}
      titleOf={(entry) => textIn(entry, 'ssid')}
      noteOf={(entry) => {
        if (entry['isReplaced'] === true) return t('wifi.replaced');
        if (textIn(entry, 'password') !== '') return hasPassword(entry) ? t('wifi.new') : null;
        return hasPassword(entry) ? t('wifi.kept') : null;
      }}
      more={(entry, change) => (
        <>
          <WifiSecurity entry={entry} onChange={change} />
          {entry['security'] !== 'open' && (
            <Password
              key={String(hasPassword(entry))}
              entry={entry}
              ids={ids}
              isKnown={hasPassword(entry)}
              onChange={change}
            />
          )}
          <details className="whole">
            <summary>{t('wifi.proxy')}</summary>
            <ProxyFields
              value={entry['proxySettings']}
              onChange={(proxySettings) => change({ ...entry, proxySettings })}
            />
          </details>
        </>
      )}
      fresh={FRESH_NETWORK}
      keepsOne={t('wifi.keepsOne')}
      addLabel={t('wifi.add')}
      onChange={onChange}
    />
  );
}

type PasswordProps = {
  entry: Entry;
  ids: readonly string[];
  /** True if the network has a password that stays unless another is typed. */
  isKnown: boolean;
  onChange: (entry: Entry) => void;
};

function Password({ entry, ids, isKnown, onChange }: PasswordProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const [shown, setShown] = useState<string | null>(null);
  const ssid = textIn(entry, 'ssid');
  const showPassword = async (): Promise<void> =>
    setShown((await knownPassword(ssid, ids)) ?? t('wifi.noneKnown'));
  return (
    <div className="password whole grid snug">
      <PasswordInput
        label={t(
          isCertificate(entry) ? 'wifi.filePassword' : isKnown ? 'wifi.changedPassword' : 'wifi.password',
        )}
        description={t(isKnown ? 'wifi.changedPasswordText' : 'wifi.passwordText')}
        error={networkFault(entry, 'password', t)}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ 'aria-label': t('wifi.toggle') }}
        value={textIn(entry, 'password')}
        onChange={(event) => {
          const { password: _, ...rest } = entry;
          const typed = event.currentTarget.value;
          onChange(typed === '' ? rest : { ...rest, password: typed });
        }}
      />
      {ids.length > 0 && isKnown && shown === null && (
        <SmallButton
          leftSection={<IconEye className="i s" aria-hidden="true" />}
          onClick={() => void showPassword()}
        >
          {t('wifi.show')}
        </SmallButton>
      )}
      {shown !== null && (
        <p className="small" role="status">
          {t('wifi.known')} <span className="mono">{shown}</span>
        </p>
      )}
    </div>
  );
}

/** Returns true if the password is for the certificate file. */
function isCertificate({ security, enterprise }: Entry): boolean {
  if (security !== 'enterprise' || typeof enterprise !== 'object' || enterprise === null) return false;
  return 'method' in enterprise && enterprise.method === 'TLS';
}

/** Maximum number of headsets that are asked for a password. */
const MAX_ASKED = 10;

/** Reads the password from the full record of a headset, the only place that has it. */
async function knownPassword(ssid: string, ids: readonly string[]): Promise<string | null> {
  for (const deviceId of ids.slice(0, MAX_ASKED)) {
    const outcome = await call(getDevice, { params: { deviceId } });
    if (isRefused(outcome)) continue;
    const password = outcome.reply.settings.wifi?.find((network) => network.ssid === ssid)?.password;
    if (password !== undefined) return password;
  }
  return null;
}
