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
import { ticked, typed } from '../../ui/controls/field-props.ts';
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
        <TextInput label={t('recipe.name')} required {...typed(fields.name, (name) => set({ name }))} />
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
        <TextInput label={t('recipe.ssid')} {...typed(fields.ssid, (ssid) => set({ ssid }))} />
        <PasswordInput
          label={t('recipe.password')}
          autoComplete="off"
          description={
            fields.isOpenWifi ? t('recipe.noPassword') : hasPassword ? t('recipe.passwordKept') : undefined
          }
          inputWrapperOrder={['label', 'input', 'description']}
          disabled={fields.isOpenWifi}
          {...typed(fields.isOpenWifi ? '' : fields.password, (password) => set({ password }))}
        />
        <Checkbox
          label={t('recipe.openWifi')}
          {...ticked(fields.isOpenWifi, (isOpenWifi) => set({ isOpenWifi }))}
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
        {...typed(fields.contentFolder, (contentFolder) => set({ contentFolder }))}
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
        {...typed(fields.timezone, (timezone) => set({ timezone }))}
      />
      <TextInput
        label={t('recipe.locale')}
        placeholder="fr-FR"
        {...typed(fields.locale, (locale) => set({ locale }))}
      />
      <ProfileSelect value={fields.profileId} onChange={(profileId) => set({ profileId })} />
      {fields.agent !== '' && (
        <>
          <TextInput
            label={t('recipe.deviceOwner')}
            description={t('recipe.deviceOwnerText')}
            inputWrapperOrder={['label', 'input', 'description']}
            {...typed(fields.deviceOwner, (deviceOwner) => set({ deviceOwner }))}
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
          {...typed(fields.component, (component) => set({ component }))}
        />
        <Select
          label={t('recipe.kind')}
          allowDeselect={false}
          data={KINDS.map((kind) => ({ value: kind, label: t(`recipe.${kind}`) }))}
          value={fields.kind}
          onChange={(value) => set({ kind: KINDS.find((kind) => kind === value) ?? 'broadcast' })}
        />
        <TextInput label={t('recipe.action')} {...typed(fields.action, (action) => set({ action }))} />
        <TextInput label={t('recipe.file')} {...typed(fields.file, (file) => set({ file }))} />
        <Lines name="extras" fields={fields} set={set} />
        <TextInput
          label={t('recipe.stationUrl')}
          description={t('recipe.stationUrlText')}
          inputWrapperOrder={['label', 'input', 'description']}
          {...typed(fields.stationUrl, (stationUrl) => set({ stationUrl }))}
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
      {...typed(fields[name], (text) => set({ [name]: text }))}
    />
  );
}
