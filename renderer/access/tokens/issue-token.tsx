import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { oneOf, typed } from '../../ui/controls/field-props.ts';
import { SCOPES, type Scope } from '../../../shared/contract/endpoint.ts';
import { issueToken } from '../../../shared/contract/access/tokens.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { SecretOnce } from './secret-once.tsx';

const DAY_SEC = 86_400;

/** Lifetimes of a token. */
const LIVES = {
  day: DAY_SEC,
  month: 30 * DAY_SEC,
  year: 365 * DAY_SEC,
  never: null,
} as const;
type Life = keyof typeof LIVES;
const LIFE_NAMES = ['day', 'month', 'year', 'never'] as const satisfies readonly Life[];

type Props = { onClose: () => void; onIssued: () => void };

/** Creates a token and shows it once. */
export function IssueToken({ onClose, onIssued }: Props): React.JSX.Element {
  const { t } = useTranslation(['station', 'common']);
  const [secret, setSecret] = useState<string | null>(null);
  const [scope, setScope] = useState<Scope>('enterprise');
  const [deviceId, setDeviceId] = useState('');
  const [label, setLabel] = useState('');
  const [life, setLife] = useState<Life>('year');
  const { refusal, run } = useAction();
  const isComplete = scope !== 'device' || deviceId !== '';

  const submit = async (): Promise<void> => {
    const expiresInSec = LIVES[life];
    const reply = await run(
      call(issueToken, {
        body: {
          scope,
          ...(scope === 'device' ? { deviceId } : {}),
          ...(label.trim() === '' ? {} : { label: label.trim() }),
          ...(expiresInSec === null ? {} : { expiresInSec }),
        },
      }),
    );
    if (reply === null) return;
    setSecret(reply.token);
    onIssued();
  };

  if (secret !== null) {
    return <SecretOnce secret={secret} text={t('station:tokens.once')} onDone={onClose} />;
  }
  return (
    <Form className="form" onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('station:tokens.label')}
        description={t('station:tokens.labelText')}
        maxLength={128}
        {...typed(label, setLabel)}
      />
      <NativeSelect
        label={t('station:tokens.opens')}
        description={t(`station:tokens.scopeText.${scope}`)}
        {...oneOf(SCOPES, scope, setScope)}
        data={SCOPES.map((value) => ({ value, label: t(`station:tokens.scope.${value}`) }))}
      />
      {scope === 'device' && <HeadsetSelect deviceId={deviceId} onChange={setDeviceId} />}
      <NativeSelect
        label={t('station:tokens.life')}
        {...oneOf(LIFE_NAMES, life, setLife)}
        data={LIFE_NAMES.map((value) => ({ value, label: t(`station:tokens.lives.${value}`) }))}
      />
      <FormFoot
        action={t('station:tokens.issueSubmit')}
        missing={!isComplete && t('common:need.headset')}
        refusal={refusal}
        onCancel={onClose}
      />
    </Form>
  );
}

type SelectProps = { deviceId: string; onChange: (id: string) => void };

function HeadsetSelect({ deviceId, onChange }: SelectProps): React.JSX.Element {
  const { t } = useTranslation(['station', 'common']);
  const { order, byId } = useFleet.getState();
  const data = order.map((id) => ({ value: id, label: byId[id]?.label ?? t('common:unnamed') }));
  return (
    <NativeSelect
      label={t('station:tokens.headset')}
      {...typed(deviceId, onChange)}
      data={[{ value: '', label: t('station:tokens.chooseHeadset') }, ...data]}
    />
  );
}
