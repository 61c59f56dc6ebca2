import {
  Checkbox,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { setCableRecipe } from '../../../shared/contract/enrolment/cable.ts';
import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { nameOfItem, readLibrary } from '../../model/content/library.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import type { EnrolCart } from '../cart/use-cart-slots.ts';
import { ProfileSelect } from '../profile/profile-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { faultyAppOps, fieldsOf, type HandOverKind, type RecipeFields, recipeOf } from './recipe-fields.ts';
import type { StoredRecipe } from './use-cable.ts';

type Props = { cart: EnrolCart; stored: StoredRecipe; onClose: () => void; onSaved: () => void };

/** Creates or changes the recipe of a cart. */
export function RecipeDialog({ cart, stored, onClose, onSaved }: Props): React.JSX.Element {
  const { t } = useTranslation('cable');
  const [fields, setFields] = useState(() => fieldsOf(stored, cart.label));
  const { isBusy, refusal, run } = useAction();
  const set = (change: Partial<RecipeFields>): void => setFields((before) => ({ ...before, ...change }));
  const save = async (): Promise<void> => {
    const done = await run(call(setCableRecipe, { body: recipeOf(fields, cart.id) }));
    if (done !== null) onSaved();
  };
  const appOps = faultyAppOps(fields);
  const missing =
    fields.agent !== '' && fields.component.trim() === ''
      ? t('recipe.needsComponent')
      : fields.name.trim() === ''
        ? t('recipe.needsName')
        : appOps && t('recipe.appOpsFaulty', { line: appOps });
  return (
    <Dialog onClose={onClose} size="xl" title={t('recipe.title')}>
      <Form className="stack wide" onSubmit={save}>
        <What fields={fields} set={set} hasPassword={stored.hasWifiPassword} />
        {fields.agent !== '' && <Command fields={fields} set={set} />}
        <FormFoot
          action={t('recipe.save')}
          variant="filled"
          isBusy={isBusy}
          missing={missing}
          refusal={refusal}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

/** The choice of no agent. */
const NO_AGENT = 'none';

type PartProps = { fields: RecipeFields; set: (change: Partial<RecipeFields>) => void };

function useLibrary(): readonly LibraryEntryView[] {
  const { reply } = useQuery((signal) =>
    readLibrary({ search: '', kind: null, pages: Number.POSITIVE_INFINITY }, signal),
  );
  return reply?.items ?? [];
}

function What({ fields, set, hasPassword }: PartProps & { hasPassword: boolean }): React.JSX.Element {
  const { t } = useTranslation('cable');
  const library = useLibrary();
  const apps = library.flatMap(({ sha256, name, apk }) =>
    apk === null
      ? []
      : [{ value: sha256, label: `${apk.label ?? name} ${apk.versionName ?? apk.versionCode}` }],
  );
  return (
    <>
      <div className="cells">
        <TextInput
          label={t('recipe.name')}
          required
          value={fields.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <Select
          label={t('recipe.agent')}
          description={t(fields.agent === '' ? 'recipe.noAgentText' : 'recipe.agentText')}
          inputWrapperOrder={['label', 'input', 'description']}
          required
          data={[{ value: NO_AGENT, label: t('recipe.noAgent') }, ...apps]}
          allowDeselect={false}
          searchable
          nothingFoundMessage={t('recipe.noApp')}
          value={fields.agent === '' ? NO_AGENT : fields.agent}
          onChange={(agent) => set({ agent: agent === null || agent === NO_AGENT ? '' : agent })}
        />
        <TextInput
          label={t('recipe.ssid')}
          value={fields.ssid}
          onChange={(event) => set({ ssid: event.currentTarget.value })}
        />
        <PasswordInput
          label={t('recipe.password')}
          autoComplete="off"
          description={
            fields.isOpenWifi ? t('recipe.noPassword') : hasPassword ? t('recipe.passwordKept') : undefined
          }
          inputWrapperOrder={['label', 'input', 'description']}
          disabled={fields.isOpenWifi}
          value={fields.isOpenWifi ? '' : fields.password}
          onChange={(event) => set({ password: event.currentTarget.value })}
        />
        <Checkbox
          label={t('recipe.openWifi')}
          checked={fields.isOpenWifi}
          onChange={(event) => set({ isOpenWifi: event.currentTarget.checked })}
        />
        <Rules fields={fields} set={set} />
      </div>
      <MultiSelect
        label={t('recipe.contents')}
        description={t('recipe.contentsText')}
        inputWrapperOrder={['label', 'input', 'description']}
        data={library.map((item) => ({ value: item.sha256, label: nameOfItem(item) }))}
        value={[...fields.contents]}
        onChange={(contents) => set({ contents })}
        searchable
      />
      <TextInput
        label={t('recipe.contentFolder')}
        value={fields.contentFolder}
        onChange={(event) => set({ contentFolder: event.currentTarget.value })}
      />
    </>
  );
}

/** Region, device owner, profile, permissions, and requirements for a headset. */
function Rules({ fields, set }: PartProps): React.JSX.Element {
  const { t } = useTranslation('cable');
  return (
    <>
      <TextInput
        label={t('recipe.timezone')}
        placeholder="Europe/Paris"
        value={fields.timezone}
        onChange={(event) => set({ timezone: event.currentTarget.value })}
      />
      <TextInput
        label={t('recipe.locale')}
        placeholder="fr-FR"
        value={fields.locale}
        onChange={(event) => set({ locale: event.currentTarget.value })}
      />
      <ProfileSelect value={fields.profileId} onChange={(profileId) => set({ profileId })} />
      {fields.agent !== '' && (
        <>
          <TextInput
            label={t('recipe.deviceOwner')}
            description={t('recipe.deviceOwnerText')}
            inputWrapperOrder={['label', 'input', 'description']}
            value={fields.deviceOwner}
            onChange={(event) => set({ deviceOwner: event.currentTarget.value })}
          />
          <Lines name="permissions" fields={fields} set={set} />
          <Lines name="appOps" fields={fields} set={set} />
        </>
      )}
      <Lines name="models" fields={fields} set={set} />
      <NumberInput
        label={t('recipe.minBattery')}
        min={0}
        max={100}
        value={fields.minBattery}
        onChange={(value) => set({ minBattery: Number(value) })}
      />
    </>
  );
}

/** How the agent receives URL, key and token: agents differ. */
function Command({ fields, set }: PartProps): React.JSX.Element {
  const { t } = useTranslation('cable');
  return (
    <fieldset className="card stack">
      <legend>{t('recipe.command')}</legend>
      <p className="small dim">{t('recipe.commandText')}</p>
      <div className="cells">
        <TextInput
          label={t('recipe.component')}
          required
          placeholder="org.example.agent/.EnrolReceiver"
          value={fields.component}
          onChange={(event) => set({ component: event.currentTarget.value })}
        />
        <Select
          label={t('recipe.kind')}
          allowDeselect={false}
          data={KINDS.map((kind) => ({ value: kind, label: t(`recipe.${kind}`) }))}
          value={fields.kind}
          onChange={(value) => set({ kind: KINDS.find((kind) => kind === value) ?? 'broadcast' })}
        />
        <TextInput
          label={t('recipe.action')}
          value={fields.action}
          onChange={(event) => set({ action: event.currentTarget.value })}
        />
        <TextInput
          label={t('recipe.file')}
          value={fields.file}
          onChange={(event) => set({ file: event.currentTarget.value })}
        />
        <Lines name="extras" fields={fields} set={set} />
        <TextInput
          label={t('recipe.stationUrl')}
          description={t('recipe.stationUrlText')}
          inputWrapperOrder={['label', 'input', 'description']}
          value={fields.stationUrl}
          onChange={(event) => set({ stationUrl: event.currentTarget.value })}
        />
      </div>
    </fieldset>
  );
}

const KINDS: readonly HandOverKind[] = ['broadcast', 'service', 'activity'];

/** What Android calls them. */
const EXAMPLES = {
  permissions: 'android.permission.RECORD_AUDIO',
  appOps: 'SYSTEM_ALERT_WINDOW allow',
  models: undefined,
  extras: undefined,
} as const;

function Lines({
  name,
  fields,
  set,
}: PartProps & { name: 'permissions' | 'appOps' | 'models' | 'extras' }): React.JSX.Element {
  const { t } = useTranslation('cable');
  const faulty = name === 'appOps' ? faultyAppOps(fields) : null;
  return (
    <Textarea
      error={faulty === null ? undefined : t('recipe.appOpsFaulty', { line: faulty })}
      label={t(`recipe.${name}`)}
      description={t(`recipe.${name}Text`)}
      placeholder={EXAMPLES[name]}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      rows={2}
      value={fields[name]}
      onChange={(event) => set({ [name]: event.currentTarget.value })}
    />
  );
}
