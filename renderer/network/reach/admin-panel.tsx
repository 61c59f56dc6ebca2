import { Button, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import type { LanProps } from './lan.ts';
import { typed } from '../../ui/controls/field-props.ts';

/** Shorter passcodes are refused. Source: shared/contract/network/lan.ts. */
const MIN_CHARACTERS = 8;

/** Administration over the local network: off until a passcode is set. */
export function AdminPanel({ lan, isBusy, change }: LanProps): React.JSX.Element {
  const { t } = useTranslation('station');
  const [passcode, setPasscode] = useState('');
  const isTooShort = passcode !== '' && passcode.length < MIN_CHARACTERS;
  const submit = async (): Promise<void> => {
    if (passcode.length < MIN_CHARACTERS) return;
    if (await change({ adminPasscode: passcode })) setPasscode('');
  };
  return (
    <section className="panel">
      <header>
        <h2 className="row">
          <StateGlyph state={lan.hasAdminPasscode ? 'attention' : 'ready'} />
          {t(lan.hasAdminPasscode ? 'admin.on' : 'admin.off')}
        </h2>
      </header>
      <Form className="form pad" onSubmit={submit}>
        <p className="dim">{t(lan.hasAdminPasscode ? 'admin.onText' : 'admin.offText')}</p>
        {lan.hasAdminPasscode && lan.addresses.length > 0 && (
          <p className="mono">{lan.addresses.join('  ')}</p>
        )}
        <PasswordInput
          className="medium-field"
          label={t(lan.hasAdminPasscode ? 'admin.newPasscode' : 'admin.passcode')}
          description={t('admin.rule')}
          autoComplete="new-password"
          maxLength={128}
          {...typed(passcode, setPasscode)}
          error={isTooShort ? t('admin.tooShort') : undefined}
          visibilityToggleButtonProps={{ 'aria-label': t('show') }}
        />
        <div className="row">
          <Button
            type="submit"
            variant="default"
            loading={isBusy}
            {...needs(passcode.length < MIN_CHARACTERS && t('admin.tooShort'))}
          >
            {t(lan.hasAdminPasscode ? 'admin.change' : 'admin.allow')}
          </Button>
          {lan.hasAdminPasscode && (
            <Button
              variant="outline"
              color="danger"
              loading={isBusy}
              onClick={() => void change({ adminPasscode: null })}
            >
              {t('admin.stop')}
            </Button>
          )}
        </div>
      </Form>
    </section>
  );
}
