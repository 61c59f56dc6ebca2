import { Button, Skeleton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import '../../ui/styles/pages.css';
import '../editor/configure.css';
import { blockedBy } from '../../ui/why/why.ts';
import { createProfile, getProfile, updateProfile } from '../../../shared/contract/configuration/profiles.ts';
import type { Profile } from '../../../shared/contract/configuration/profiles.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { unlessEdited } from '../../service/unless-edited.ts';
import { useReturns } from '../../service/event-feed.ts';
import { LonePage } from '../../ui/parts/lone-page.tsx';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { useAuthorLabels } from '../../model/labels/author-labels.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';

import { useFaultsOfDraft } from '../editor/draft-faults.ts';
import { toChange, useDraft } from '../editor/draft.ts';
import { Editor } from '../editor/editor.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { useGroupOfAddress } from './settings-page.tsx';
import { anyHeadset } from '../editor/targets.ts';
import { typed } from '../../ui/controls/field-props.ts';

/** A profile in the editor: a new one, or the next version of an existing one. */
export function ProfilePage({ params }: { params: { profileId: string } }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const { profile, refusal, open } = useProfile(params.profileId);
  if (refusal?.refused === 'NOT_FOUND') {
    return (
      <LonePage
        title={t('profile.deleted')}
        text={t('profile.deletedText')}
        href="/configure"
        action={t('title')}
      />
    );
  }
  if (refusal !== null) return <RefusalNote refusal={refusal} />;
  if (params.profileId !== 'new' && profile === null) {
    return <Skeleton className="page-body" height={320} />;
  }
  const key = `${params.profileId} ${profile?.version}`;
  return <EditProfile key={key} profile={profile} onTheirs={open} />;
}

type ProfileState = {
  readonly profile: Profile | null;
  readonly refusal: Refusal | null;
  /** Number of disconnections before it was read. */
  readonly readAfter: number;
};

function useProfile(profileId: string): ProfileState & { readonly open: (profile: Profile) => void } {
  const [state, setState] = useState<ProfileState>({ profile: null, refusal: null, readAfter: 0 });
  const returns = useReturns();
  // A failed load is retried once the station is back; edited values are never overwritten.
  const requested = profileId === 'new' || state.profile !== null ? state.readAfter : returns;
  useEffect(() => {
    useDraft.setState({ owner: null });
    if (profileId === 'new') return useDraft.getState().open({}, null);
    const controller = new AbortController();
    void call(getProfile, { params: { profileId }, signal: controller.signal }).then((outcome) => {
      if (controller.signal.aborted) return;
      if (isRefused(outcome)) return setState({ profile: null, refusal: outcome, readAfter: requested });
      setState({ ...opened(outcome.reply), readAfter: requested });
    });
    return () => controller.abort();
  }, [profileId, requested]);
  const open = (profile: Profile): void => setState({ ...opened(profile), readAfter: requested });
  return { ...state, open };
}

/** Puts a profile into the editor. */
function opened(profile: Profile): { readonly profile: Profile; readonly refusal: null } {
  useDraft.getState().open(profile.settings, profile.name);
  return { profile, refusal: null };
}

type EditProps = { profile: Profile | null; onTheirs: (profile: Profile) => void };

function EditProfile({ profile, onTheirs }: EditProps): React.JSX.Element {
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
    <div className="page configure fill">
      <PageHead
        crumbs={[
          [t('configure:title'), '/configure'],
          [t('configure:profile.one'), null],
        ]}
        title={name.trim() === '' ? t('configure:profile.newTitle') : name}
        sub={
          profile === null
            ? t('configure:profile.newSub')
            : t('configure:profile.editSub', { version: save.version, next: save.version + 1 })
        }
      >
        <Button
          variant="filled"
          className="on-primary"
          loading={save.isSaving}
          {...blockedBy(isBlocked && (fault || t('common:need.name')))}
          rightSection={<KeyCap>{`${t('common:key.ctrl')} ${t('common:key.enter')}`}</KeyCap>}
          onClick={submit}
        >
          {profile === null
            ? t('configure:profile.save')
            : t('configure:profile.saveVersion', { version: save.version + 1 })}
        </Button>
      </PageHead>
      <div className="page-body">
        {save.theirs !== null && (
          <TheirVersion profile={save.theirs} onAccept={onTheirs} onKeep={save.keepMine} />
        )}
        {save.refusal !== null && <RefusalNote refusal={save.refusal} />}
        {fault !== '' && <p className="blocked-by small dim">{fault}</p>}
        <div className="row">
          <TextInput
            label={t('configure:saveProfile.name')}
            {...typed(name, setName)}
            autoFocus={profile === null}
          />
          <TextInput
            className="grow"
            label={t('configure:saveProfile.description')}
            {...typed(description, setDescription)}
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
  // The version that is edited: another window may have saved the next one meanwhile.
  const [version, setVersion] = useState(profile?.version ?? 0);
  const [theirs, setTheirs] = useState<Profile | null>(null);
  const run = async (): Promise<void> => {
    setSaving(true);
    const body = { name: name.trim(), description, settings: toChange(values).change };
    const outcome =
      profile === null
        ? await call(createProfile, { body })
        : await unlessEdited({
            revision: version,
            write: (ifMatch) => call(updateProfile, { params: { profileId: profile.id }, body, ifMatch }),
            read: () => call(getProfile, { params: { profileId: profile.id } }),
            revisionOf: (now) => now.version,
            isSame: (now) => now.version === version,
          });
    setSaving(false);
    if ('theirs' in outcome && outcome.theirs !== undefined) {
      setRefusal(null);
      setTheirs(outcome.theirs);
    } else if ('refused' in outcome) setRefusal(outcome);
    else navigate('/configure');
  };
  const keepMine = (): void => {
    if (theirs !== null) setVersion(theirs.version);
    setTheirs(null);
  };
  return { isSaving, refusal, run, version, theirs, keepMine };
}

type TheirsProps = { profile: Profile; onAccept: (profile: Profile) => void; onKeep: () => void };

/** A version that somebody else saved meanwhile, and the choice between the two. */
function TheirVersion({ profile, onAccept, onKeep }: TheirsProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const author = useAuthorLabels();
  return (
    <div className="note warn" role="alert">
      <StateGlyph state="attention" />
      <div>{t('profile.theirs', { version: profile.version, author: author(profile.author) })}</div>
      <span className="row">
        <SmallButton onClick={() => onAccept(profile)}>
          {t('profile.openTheirs', { version: profile.version })}
        </SmallButton>
        <SmallButton onClick={onKeep}>{t('profile.keepMine')}</SmallButton>
      </span>
    </div>
  );
}
