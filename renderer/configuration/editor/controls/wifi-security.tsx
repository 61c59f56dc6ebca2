import { Button, FileButton, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { textIn, type Entry } from './entry-list.tsx';
import { typed } from '../../../ui/controls/field-props.ts';
import { SmallButton } from '../../../ui/controls/small-button.ts';

const SECURITIES = ['open', 'wpa2', 'wpa3', 'enterprise'] as const;
const METHODS = ['PEAP', 'TLS', 'TTLS'] as const;
const INNER = { PEAP: ['MSCHAPV2', 'GTC'], TTLS: ['PAP', 'MSCHAPV2', 'MSCHAP'] } as const;

/** Maximum size of a certificate file, in bytes: one with a long chain has 10 KB. */
const MAX_FILE_BYTES = 14_000;

type Props = { entry: Entry; onChange: (entry: Entry) => void };

/** How a network is protected and, for WPA-Enterprise, how headsets authenticate. */
export function WifiSecurity({ entry, onChange }: Props): React.JSX.Element {
  const { t } = useTranslation('configure');
  const security = SECURITIES.find((each) => each === entry['security']) ?? null;
  return (
    <>
      <Select
        label={t('wifi.security')}
        placeholder={t('wifi.securityAny')}
        data={SECURITIES.map((value) => ({ value, label: t(`wifi.securities.${value}`) }))}
        value={security}
        clearable
        onChange={(next) => onChange(withSecurity(entry, next))}
      />
      {security === 'enterprise' && <Enterprise entry={entry} onChange={onChange} />}
    </>
  );
}

/** Removes the fields of another kind of security. */
function withSecurity(entry: Entry, security: string | null): Entry {
  const { security: _security, enterprise, password, ...rest } = entry;
  const withPassword = security === 'open' || password === undefined ? rest : { ...rest, password };
  if (security === null) return withPassword;
  if (security !== 'enterprise') return { ...withPassword, security };
  return { ...withPassword, security, enterprise: enterprise ?? { method: 'PEAP', innerMethod: 'MSCHAPV2' } };
}

function Enterprise({ entry, onChange }: Props): React.JSX.Element {
  const { t } = useTranslation('configure');
  const known = partOf(entry['enterprise']);
  const method = METHODS.find((each) => each === known['method']) ?? 'PEAP';
  const set = (changes: Entry): void => {
    const next = Object.entries({ ...known, ...changes }).filter(
      ([, value]) => value !== '' && value !== undefined,
    );
    onChange({ ...entry, enterprise: Object.fromEntries(next) });
  };
  const inner = method === 'TLS' ? null : INNER[method];
  return (
    <>
      <Select
        label={t('wifi.method')}
        data={METHODS.map((value) => ({ value, label: t(`wifi.methods.${value}`) }))}
        value={method}
        allowDeselect={false}
        onChange={(next) => {
          const chosen = METHODS.find((each) => each === next) ?? 'PEAP';
          const innerMethod = chosen === 'TLS' ? undefined : INNER[chosen][0];
          set({ method: chosen, innerMethod, ...(chosen === 'TLS' ? {} : { clientCertificate: undefined }) });
        }}
      />
      {inner !== null && (
        <Select
          label={t('wifi.innerMethod')}
          data={[...inner]}
          value={textIn(known, 'innerMethod')}
          allowDeselect={false}
          onChange={(innerMethod) => set({ innerMethod })}
        />
      )}
      <TextInput
        label={t('wifi.identity')}
        withAsterisk
        {...typed(textIn(known, 'identity'), (identity) => set({ identity }))}
      />
      {inner !== null && (
        <TextInput
          label={t('wifi.anonymousIdentity')}
          {...typed(textIn(known, 'anonymousIdentity'), (anonymousIdentity) => set({ anonymousIdentity }))}
        />
      )}
      <TextInput
        label={t('wifi.domain')}
        description={t('wifi.domainText')}
        {...typed(textIn(known, 'domain'), (domain) => set({ domain }))}
      />
      <CertificateFile
        label={t('wifi.caCertificate')}
        accept=".pem,.crt,.cer"
        isText
        value={textIn(known, 'caCertificate')}
        onChange={(caCertificate) => set({ caCertificate })}
      />
      {method === 'TLS' && (
        <CertificateFile
          label={t('wifi.clientCertificate')}
          accept=".p12,.pfx"
          isText={false}
          value={textIn(known, 'clientCertificate')}
          isStored={known['hasClientCertificate'] === true}
          onChange={(clientCertificate) => set({ clientCertificate })}
        />
      )}
    </>
  );
}

type FileProps = {
  label: string;
  accept: string;
  /** True for PEM text; else the bytes are stored in base64. */
  isText: boolean;
  value: string;
  /** True if the station has one that it does not show. */
  isStored?: boolean;
  onChange: (value: string | undefined) => void;
};

function CertificateFile({
  label,
  accept,
  isText,
  value,
  isStored = false,
  onChange,
}: FileProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const [fault, setFault] = useState<'large' | 'notPem' | null>(null);
  const readFile = async (file: File | null): Promise<void> => {
    if (file === null) return;
    if (file.size > MAX_FILE_BYTES) return setFault('large');
    const bytes = new Uint8Array(await file.arrayBuffer());
    const text = new TextDecoder().decode(bytes);
    if (isText && !text.includes('-----BEGIN CERTIFICATE-----')) return setFault('notPem');
    setFault(null);
    onChange(isText ? text : btoa(String.fromCodePoint(...bytes)));
  };
  const without = isStored ? 'wifi.fileStored' : 'wifi.noFile';
  return (
    <div className="certificate-file whole">
      <span className="mantine-InputWrapper-label">{label}</span>
      <div className="row">
        <FileButton accept={accept} onChange={(file) => void readFile(file)}>
          {(props) => (
            <SmallButton aria-label={`${label}: ${t('wifi.chooseFile')}`} {...props}>
              {t('wifi.chooseFile')}
            </SmallButton>
          )}
        </FileButton>
        <span className="small dim grow">{t(value === '' ? without : 'wifi.fileThere')}</span>
        {value !== '' && (
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(undefined)}>
            {t('wifi.removeFile')}
          </Button>
        )}
      </div>
      {fault !== null && (
        <p className="small danger" role="alert">
          {t(`wifi.fileFault.${fault}`)}
        </p>
      )}
    </div>
  );
}

function partOf(value: unknown): Entry {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
