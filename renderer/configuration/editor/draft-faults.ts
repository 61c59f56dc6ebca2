import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { isObject } from '../../../shared/domain/kernel/is-object.ts';
import { allFields } from '../../copy/editor-fields.ts';
import { useFormat } from '../../copy/format.ts';
import { useSettingsCopy } from '../../copy/settings-copy.ts';
import { conflictingNames } from './conflict-notes.tsx';
import { toChange, unfinished, useDraft } from './draft.ts';
import { asEntries, textIn, type Entry } from './controls/entry-list.tsx';
import { networkFault } from './controls/network-fault.ts';

/** Returns what is wrong with the draft, in words; empty if nothing. */
export function useFaultsOfDraft(): string {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const copy = useSettingsCopy();
  const values = useDraft((draft) => draft.values);
  return useMemo(() => {
    const missing = unfinished(values).map((field) => copy.fields[field].label);
    if (missing.length > 0)
      return t('fault.missing', { count: missing.length, fields: format.list(missing) });
    const conflicts = conflictingNames(asEntries(values.get('applications')));
    if (conflicts.length > 0) return t('fault.conflict', { packages: format.list(conflicts) });
    const ofNetworks = asEntries(values.get('wifi')).flatMap(
      (network, index) => faultOfNetwork(network, index, t) ?? [],
    );
    if (ofNetworks[0] !== undefined) return ofNetworks[0];
    const [first] = toChange(values).faults;
    return first === undefined ? '' : t('fault.wrong', { where: nameOfPath(first.path, copy, t) });
  }, [values, t, format, copy]);
}

/** Returns what a network lacks; undefined if headsets could join it. */
function faultOfNetwork(network: Entry, index: number, t: TFunction<'configure'>): string | undefined {
  const name = textIn(network, 'ssid');
  if (name === '') return t('fault.networkName', { number: index + 1 });
  const { security, enterprise } = network;
  const fault = networkFault(network, 'ssid', t) ?? networkFault(network, 'password', t);
  if (fault !== undefined) return fault;
  if (security !== 'enterprise') return undefined;
  const access = isObject(enterprise) ? enterprise : {};
  const identity = textIn(access, 'identity');
  const hasCertificate =
    textIn(access, 'clientCertificate') !== '' || access['hasClientCertificate'] === true;
  if (identity === '') return t('fault.networkUser', { name });
  if (textIn(access, 'method') === 'TLS' && !hasCertificate) return t('fault.networkCertificate', { name });
  return undefined;
}

/** Returns a path of the contract as the screen names it: the setting, and the number of its entry. */
function nameOfPath(
  path: string,
  copy: ReturnType<typeof useSettingsCopy>,
  t: TFunction<'configure'>,
): string {
  const field = allFields().find((each) => path === each || path.startsWith(`${each}.`));
  if (field === undefined) return path;
  const { label } = copy.fields[field];
  const [entry] = path.slice(field.length + 1).split('.');
  const number = Number.parseInt(entry ?? '');
  return Number.isNaN(number) ? label : t('fault.entry', { label, number: number + 1 });
}
