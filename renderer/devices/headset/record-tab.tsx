import { CopyButton, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Device } from '../../../shared/contract/devices/devices.ts';
import { useMay } from '../../service/session.ts';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { ticked } from '../../ui/controls/field-props.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';

/** Secret fields: hidden on screen, and in copies, until a person shows them. */
const SECRETS = new Set(['password', 'enrollmentToken']);

/** The record as the interface returns it, to copy or save. */
export function RecordTab({ device }: { device: Device }): React.JSX.Element {
  const { t } = useTranslation('headset');
  // For viewers the reply contains no secrets either.
  const isTechnician = useMay('technician');
  const [isOpen, setOpen] = useState(false);
  const json = JSON.stringify(
    device,
    (key, value: unknown) => (!isOpen && SECRETS.has(key) && typeof value === 'string' ? '••••••' : value),
    2,
  );
  return (
    <section className="panel">
      <header className="wrap">
        <h2>{t('record.title')}</h2>
        <span className="mono faint small cut">GET /devices/{device.id}</span>
        <span className="row end">
          {isTechnician && <Switch size="xs" label={t('record.secrets')} {...ticked(isOpen, setOpen)} />}
          <CopyButton value={json}>
            {({ copied, copy }) => (
              <SmallButton onClick={copy}>{t(copied ? 'record.copied' : 'record.copy')}</SmallButton>
            )}
          </CopyButton>
          <SmallButton onClick={() => saveAsFile(`${device.id}.json`, json, 'application/json')}>
            {t('record.save')}
          </SmallButton>
        </span>
      </header>
      <pre className="record raw mono small" tabIndex={0} aria-label={t('record.title')}>
        {json}
      </pre>
    </section>
  );
}
