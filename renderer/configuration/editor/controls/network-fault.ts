import type { TFunction } from 'i18next';

import {
  MAX_PASSPHRASE,
  MAX_SSID_BYTES,
  MIN_PASSPHRASE,
  networkFaults,
} from '../../../../shared/contract/configuration/settings/wifi-rules.ts';
import { textIn, type Entry } from './entry-list.tsx';

/** Returns why no headset could join a network with this name or password; undefined if it could. */
export function networkFault(
  network: Entry,
  field: 'ssid' | 'password',
  t: TFunction<'configure'>,
): string | undefined {
  const name = textIn(network, 'ssid');
  const faults = networkFaults({
    ssid: name,
    password: textIn(network, 'password'),
    security: textIn(network, 'security'),
  });
  if (!faults.some(({ path }) => path === field)) return undefined;
  return field === 'ssid'
    ? t('fault.networkBytes', { name, max: MAX_SSID_BYTES })
    : t('fault.networkPassword', { name, min: MIN_PASSPHRASE, max: MAX_PASSPHRASE });
}
