import { Button, Menu, Skeleton } from '@mantine/core';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearchParams } from 'wouter';

import '../../ui/styles/pages.css';
import '../editor/configure.css';
import { blockedBy } from '../../ui/why/why.ts';
import { createPlan } from '../../../shared/contract/configuration/plans/plans.ts';
import { getProfile, listProfiles } from '../../../shared/contract/configuration/profiles.ts';
import type { ProfileSummary } from '../../../shared/contract/configuration/profiles.ts';
import { EDITOR_GROUPS, type EditorGroup } from '../../copy/editor-fields.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { ChooseHeadsets } from './choose-headsets.tsx';
import { useCurrent } from '../editor/current.ts';
import { useFaultsOfDraft } from '../editor/draft-faults.ts';
import { toChange, useDraft } from '../editor/draft.ts';
import { Editor } from '../editor/editor.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SaveProfileForm } from './save-profile-dialog.tsx';
import { useCountLabel } from '../../model/fleet/count-label.ts';
import { useAddressedHeadsets } from '../../model/fleet/selection-address.ts';
import { countOf, targetsOf } from '../editor/targets.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';

/** The settings of a selection: edited together, then previewed. Nothing is sent from here. */
export function SettingsPage(): React.JSX.Element {
  const headsets = useAddressedHeadsets();
  const isKnown = useFleet((fleet) => fleet.isKnown);
  if (!isKnown) return <Skeleton className="page-body" height={320} />;
  if (headsets.length === 0) return <ChooseHeadsets path="/configure/settings" />;
  return <SelectionSettings ids={headsets.map(({ id }) => id)} />;
}

/** More would wrap the line and move the content below. */
const MAX_MODELS = 2;

function SelectionSettings({ ids }: { ids: readonly string[] }): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const format = useFormat();
  const [isSaving, setSaving] = useState(false);
  const close = (): void => setSaving(false);
  const countLabel = useCountLabel();
  const owner = ids.join();
  useEffect(() => useDraft.getState().openFor(owner.split(',')), [owner]);
  const { group, choose } = useGroupOfAddress();
  const { current, refusal } = useCurrent(ids);
  const targets = useTargets(ids);
  const preview = usePreview(ids);
  useShortcuts({ 'ctrl enter': () => void preview.make() });
  const models = targets
    .slice(0, MAX_MODELS)
    .map(({ name, ids: own }) => t('configure:models', { count: own.length, model: name }));
  const others = countOf(targets.slice(MAX_MODELS));
  const rest = others === 0 ? [] : [t('configure:otherModels', { count: others })];

  return (
    <div className="page configure fill">
      <PageHead
        crumbs={[
          [t('configure:title'), '/configure'],
          [t('configure:settings'), null],
        ]}
        title={t('configure:settingsFor', { what: countLabel(ids) })}
        sub={t('configure:settingsSub', { models: format.list([...models, ...rest]) })}
      >
        <StartFromProfile />
        <Button
          variant="filled"
          loading={preview.isMaking}
          {...blockedBy(preview.isBlocked && (preview.blockedBy || t('configure:chooseFirst')))}
          className="on-primary"
          rightSection={<KeyCap>{`${t('common:key.ctrl')} ${t('common:key.enter')}`}</KeyCap>}
          onClick={() => void preview.make()}
        >
          {t('configure:preview')}
        </Button>
      </PageHead>
      <div className="page-body">
        {refusal !== null && <RefusalNote refusal={refusal} />}
        {preview.refusal !== null && <RefusalNote refusal={preview.refusal} />}
        {preview.blockedBy !== '' && <p className="blocked-by small dim">{preview.blockedBy}</p>}
        <Editor targets={targets} current={current} group={group} onGroup={choose}>
          <Button
            variant="default"
            {...blockedBy(preview.isBlocked && (preview.blockedBy || t('configure:chooseFirst')))}
            leftSection={<IconDeviceFloppy className="i s" aria-hidden="true" />}
            onClick={() => setSaving(true)}
          >
            {t('configure:saveAsProfile')}
          </Button>
        </Editor>
      </div>
      <Dialog isOpen={isSaving} onClose={close} title={t('configure:saveProfile.title')}>
        <SaveProfileForm onClose={close} />
      </Dialog>
    </div>
  );
}

/** Returns the headsets by model. Other reports do not create a new list. */
function useTargets(ids: readonly string[]): ReturnType<typeof targetsOf> {
  const { t } = useTranslation('configure');
  const key = useFleet((fleet) =>
    ids.map((id) => `${fleet.byId[id]?.brand} ${fleet.byId[id]?.model}`).join(),
  );
  return useMemo(() => {
    const { byId } = useFleet.getState();
    return targetsOf(
      ids.flatMap((id) => byId[id] ?? []),
      t('unknownModel'),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- the key says when models changed
  }, [ids, key, t]);
}

/** Returns the open group from the URL. */
export function useGroupOfAddress(): { group: EditorGroup; choose: (group: EditorGroup) => void } {
  const [params, setParams] = useSearchParams();
  const group = EDITOR_GROUPS.find((id) => id === params.get('group')) ?? 'kiosk';
  const choose = (next: EditorGroup): void =>
    setParams(
      (known) => {
        const changed = new URLSearchParams(known);
        changed.set('group', next);
        return changed;
      },
      { replace: true },
    );
  return { group, choose };
}

type Preview = {
  readonly isMaking: boolean;
  readonly isBlocked: boolean;
  /** Why a preview is not possible yet. */
  readonly blockedBy: string;
  readonly refusal: Refusal | null;
  readonly make: () => Promise<void>;
};

function usePreview(ids: readonly string[]): Preview {
  const [, navigate] = useLocation();
  const values = useDraft((draft) => draft.values);
  const title = useDraft((draft) => draft.title);
  const { isBusy: isMaking, refusal, run } = useAction();
  const blockedBy = useFaultsOfDraft();
  const isBlocked = values.size === 0 || blockedBy !== '';

  const make = async (): Promise<void> => {
    if (isBlocked || isMaking) return;
    const { change } = toChange(values);
    const reply = await run(
      call(createPlan, {
        body: { devicesId: [...ids], settings: change, ...(title === null ? {} : { title }) },
      }),
    );
    if (reply !== null) navigate(pageOfMadePlan(reply));
  };
  return { isMaking, isBlocked, blockedBy, refusal, make };
}

/** Adds the settings of a profile to the draft. */
function StartFromProfile(): React.JSX.Element {
  const { t } = useTranslation('configure');
  const [isOpen, setOpen] = useState(false);
  const [profiles, setProfiles] = useState<readonly ProfileSummary[] | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    void call(listProfiles, {}).then((outcome) => setProfiles(isRefused(outcome) ? [] : outcome.reply.items));
  }, [isOpen]);
  const start = async ({ id, name }: ProfileSummary): Promise<void> => {
    const outcome = await call(getProfile, {
      params: { profileId: id },
      query: { passwords: 'true' },
    });
    if (!isRefused(outcome)) useDraft.getState().open(outcome.reply.settings, name);
  };
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" shadow="none">
      <Menu.Target>
        <Button variant="subtle">{t('startFromProfile')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {profiles === null && <Menu.Label>{t('reading')}</Menu.Label>}
        {profiles?.length === 0 && <Menu.Label>{t('noProfiles')}</Menu.Label>}
        {profiles?.map((profile) => (
          <Menu.Item key={profile.id} onClick={() => void start(profile)}>
            {profile.name} <span className="small faint">{t('profile.size', { count: profile.size })}</span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
