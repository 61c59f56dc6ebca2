import { Button, Checkbox, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { Form } from '../../ui/parts/form.tsx';
import { blockedBy } from '../../ui/why/why.ts';
import { useAction } from '../../service/use-action.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import type { Slot } from '../cart/cart-progress.ts';
import { assignProfile } from './assign-profile.ts';
import { useProfiles } from './use-profiles.ts';
import { ticked } from '../../ui/controls/field-props.ts';

type Props = { slots: readonly Slot[]; onClose: () => void };

/** Selects the profile of a cart: for future enrolments, and optionally for enrolled headsets. */
export function ProfileForm({ slots, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const free = slots.filter(({ headset }) => headset.androidId === null);
  const enrolled = slots.filter(({ headset }) => headset.androidId !== null);
  const [profileId, setProfileId] = useState(() => free[0]?.headset.profileId ?? '');
  const [isForAll, setForAll] = useState(free.length === 0);
  const { isBusy, refusal, during } = useAction();

  const save = async (): Promise<void> => {
    const chosen = isForAll && profileId !== '' ? [...free, ...enrolled] : free;
    const ids = chosen.map(({ headset }) => headset.id);
    const refused = await during(assignProfile(ids, profileId === '' ? null : profileId));
    if (refused === null) onClose();
  };

  return (
    <Form className="stack wide" onSubmit={save}>
      <ProfileSelect value={profileId} onChange={setProfileId} />
      <p className="dim">{t('profile.free', { count: free.length })}</p>
      {enrolled.length > 0 && profileId !== '' && (
        <Checkbox
          label={t('profile.applyNow', { count: enrolled.length })}
          description={t('profile.applyNowText')}
          {...ticked(isForAll, setForAll)}
        />
      )}
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot onCancel={onClose}>
        <Button
          type="submit"
          variant="filled"
          loading={isBusy}
          {...blockedBy(free.length === 0 && !(isForAll && profileId !== '') && t('profile.nothing'))}
        >
          {t('profile.save')}
        </Button>
      </DialogFoot>
    </Form>
  );
}

type SelectProps = { value: string; onChange: (profileId: string) => void };

/** The profiles of this station, or none; without profiles, a link to create one. */
export function ProfileSelect({ value, onChange }: SelectProps): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const profiles = useProfiles();
  const isEmpty = profiles?.length === 0;
  return (
    <Select
      className="whole"
      label={t('profile.label')}
      description={
        isEmpty ? <Link href="/configure/profiles/new">{t('profile.make')}</Link> : t('profile.text')
      }
      inputWrapperOrder={['label', 'input', 'description']}
      allowDeselect={false}
      comboboxProps={{ withinPortal: true }}
      data={[
        { value: '', label: t('profile.none') },
        ...(profiles ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      // Until the profiles are there, quick keys would choose "No profile" without saying so.
      readOnly={profiles === null}
      aria-busy={profiles === null}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  );
}
