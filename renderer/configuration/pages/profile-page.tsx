import { Button, Skeleton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import './configure.css';
import { createProfile, getProfile, updateProfile } from '../../../shared/contract/configuration/profiles.ts';
import type { Profile } from '../../../shared/contract/configuration/profiles.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useReturns } from '../../service/event-feed.ts';
import { EmptyState } from '../../ui/parts/empty-state.tsx';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';

import { useFaultsOfDraft } from '../editor/draft-faults.ts';
import { toChange, toValues, useDraft } from '../editor/draft.ts';
import { Editor } from '../editor/editor.tsx';
import { PageHead } from './page-head.tsx';
import { useGroupOfAddress } from './settings-page.tsx';
import { anyHeadset } from './targets.ts';

/** A profile in the editor: a new one, or the next version of an existing one. */
export function ProfilePage({ params }: { params: { profileId: string } }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const { profile, refusal } = useProfile(params.profileId);
  if (refusal?.refused === 'NOT_FOUND') {
    return (
      <div className="lone-page">
        <EmptyState title={t('profile.deleted')} text={t('profile.deletedText')}>
          <Button component={Link} href="/configure">
            {t('title')}
          </Button>
        </EmptyState>
      </div>
    );
  }
  if (refusal !== null) return <RefusalNote refusal={refusal} />;
  if (params.profileId !== 'new' && profile === null) {
    return <Skeleton className="configure-body" height={320} />;
  }
  return <EditProfile key={params.profileId} profile={profile} />;
}

type ProfileState = {
  readonly profile: Profile | null;
  readonly refusal: Refusal | null;
  /** Number of disconnections before it was read. */
  readonly readAfter: number;
};

function useProfile(profileId: string): ProfileState {
  const [state, setState] = useState<ProfileState>({ profile: null, refusal: null, readAfter: 0 });
  const returns = useReturns();
  // A failed load is retried once the station is back; edited values are never overwritten.
  const requested = profileId === 'new' || state.profile !== null ? state.readAfter : returns;
  useEffect(() => {
    if (profileId === 'new') return useDraft.getState().replace(new Map(), null);
    const controller = new AbortController();
    void call(getProfile, { params: { profileId }, signal: controller.signal }).then((outcome) => {
      if (controller.signal.aborted) return;
      if (isRefused(outcome)) return setState({ profile: null, refusal: outcome, readAfter: requested });
      useDraft.getState().replace(toValues(outcome.reply.settings), outcome.reply.name);
      setState({ profile: outcome.reply, refusal: null, readAfter: requested });
    });
    return () => controller.abort();
  }, [profileId, requested]);
  return state;
}

function EditProfile({ profile }: { profile: Profile | null }): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const { group, choose } = useGroupOfAddress();
  const [name, setName] = useState(profile?.name ?? '');
  const [description, setDescription] = useState(profile?.description ?? '');
  const fault = useFaultsOfDraft();
  const save = useSave(profile, { name, description });
  const isBlocked = fault !== '' || name.trim() === '';
  const submit = (): void => {
    if (!isBlocked) void save.run();
  };
  useShortcuts({ 'ctrl enter': submit });
  return (
    <div className="configure">
      <PageHead
        crumbs={[
          [t('configure:title'), '/configure'],
          [t('configure:profile.one'), null],
        ]}
        title={name.trim() === '' ? t('configure:profile.newTitle') : name}
        sub={
          profile === null
            ? t('configure:profile.newSub')
            : t('configure:profile.editSub', { version: profile.version, next: profile.version + 1 })
        }
      >
        <Button
          variant="filled"
          className="on-primary"
          loading={save.isSaving}
          disabled={isBlocked}
          rightSection={<KeyCap>{`${t('common:key.ctrl')} ${t('common:key.enter')}`}</KeyCap>}
          onClick={submit}
        >
          {profile === null
            ? t('configure:profile.save')
            : t('configure:profile.saveVersion', { version: profile.version + 1 })}
        </Button>
      </PageHead>
      <div className="configure-body">
        {save.refusal !== null && <RefusalNote refusal={save.refusal} />}
        {fault !== '' && <p className="small s-attention blocked-by">{fault}</p>}
        <div className="row profile-names">
          <TextInput
            label={t('configure:saveProfile.name')}
            value={name}
            autoFocus={profile === null}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            className="grow"
            label={t('configure:saveProfile.description')}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
        </div>
        <Editor targets={anyHeadset} current={null} group={group} onGroup={choose}>
          {null}
        </Editor>
      </div>
    </div>
  );
}

type Names = { readonly name: string; readonly description: string };

function useSave(profile: Profile | null, { name, description }: Names) {
  const [, navigate] = useLocation();
  const values = useDraft((draft) => draft.values);
  const [isSaving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const run = async (): Promise<void> => {
    setSaving(true);
    const body = { name: name.trim(), description, settings: toChange(values).change };
    const outcome =
      profile === null
        ? await call(createProfile, { body })
        : await call(updateProfile, { params: { profileId: profile.id }, body });
    setSaving(false);
    if (isRefused(outcome)) setRefusal(outcome);
    else navigate('/configure');
  };
  return { isSaving, refusal, run };
}
