import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconFileImport, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import { createPlan } from '../../../shared/contract/configuration/plans/plans.ts';
import {
  deleteProfile,
  exportProfile,
  importProfile,
  listProfiles,
} from '../../../shared/contract/configuration/profiles.ts';
import { profileFileSchema, type ProfileSummary } from '../../../shared/contract/configuration/profiles.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useReturns } from '../../service/event-feed.ts';
import { useCountLabel } from '../../model/fleet/count-label.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { CompareDialog } from './compare-dialog.tsx';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';

/** Profiles: apply, compare, edit, export. */
export function ProfileList(): React.JSX.Element {
  const { t } = useTranslation('configure');
  const profiles = useProfiles();
  const [compared, setCompared] = useState<ProfileSummary | null>(null);
  const [removed, setRemoved] = useState<ProfileSummary | null>(null);
  const fileField = useRef<HTMLInputElement>(null);
  const { items, message } = profiles;
  return (
    <section className="panel" aria-labelledby="profiles-title">
      <header>
        <h2 id="profiles-title">{t('profile.title')}</h2>
        <span className="faint">{items?.length ?? ''}</span>
        <span className="end row">
          <input
            ref={fileField}
            type="file"
            hidden
            accept=".json,application/json"
            aria-label={t('profile.import')}
            onChange={(event) => {
              const [file] = event.currentTarget.files ?? [];
              event.currentTarget.value = '';
              if (file !== undefined) void profiles.importFile(file);
            }}
          />
          <SmallButton
            leftSection={<IconFileImport className="i s" aria-hidden="true" />}
            onClick={() => fileField.current?.click()}
          >
            {t('profile.import')}
          </SmallButton>
          <SmallButton
            component={Link}
            href="/configure/profiles/new"
            leftSection={<IconPlus className="i s" aria-hidden="true" />}
          >
            {t('profile.new')}
          </SmallButton>
        </span>
      </header>
      {profiles.refusal !== null && <RefusalNote refusal={profiles.refusal} />}
      {message !== null && (
        <p className="in small" role="status">
          {message}
        </p>
      )}
      {items?.length === 0 && <p className="in dim">{t('profile.none')}</p>}
      <ul className="rows">
        {items?.map((profile) => (
          <ProfileLine
            key={profile.id}
            profile={profile}
            onCompare={() => setCompared(profile)}
            onRemove={() => setRemoved(profile)}
            onRefused={profiles.refuse}
          />
        ))}
      </ul>
      <ConfirmDialog
        isOpen={removed !== null}
        title={t('profile.removeTitle', { name: removed?.name ?? '' })}
        text={t('profile.removeText')}
        action={t('profile.removeAction')}
        onConfirm={() => removed !== null && void profiles.remove(removed)}
        onClose={() => setRemoved(null)}
      />
      <CompareDialog profile={compared} others={items ?? []} onClose={() => setCompared(null)} />
    </section>
  );
}

type LineProps = {
  profile: ProfileSummary;
  onCompare: () => void;
  onRemove: () => void;
  onRefused: (refusal: Refusal) => void;
};

function ProfileLine({ profile, onCompare, onRemove, onRefused }: LineProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const [, navigate] = useLocation();
  const selected = useFleetList((list) => list.selected);
  const order = useFleet((fleet) => fleet.order);
  const ids = selected.size > 0 ? [...selected] : order;
  const countLabel = useCountLabel();

  const apply = async (): Promise<void> => {
    const outcome = await call(createPlan, {
      body: { devicesId: [...ids], profileId: profile.id, title: profile.name },
    });
    if (isRefused(outcome)) onRefused(outcome);
    else navigate(pageOfMadePlan(outcome.reply));
  };
  const exportIt = async (): Promise<void> => {
    const outcome = await call(exportProfile, { params: { profileId: profile.id } });
    if (isRefused(outcome)) return onRefused(outcome);
    saveAsFile(`${profile.name}.json`, JSON.stringify(outcome.reply, null, 2), 'application/json');
  };

  return (
    <li className="row">
      <div className="grow">
        <Link href={`/configure/profiles/${profile.id}`} className="quiet-link cut block">
          <b>{profile.name}</b>
        </Link>
        <div className="small faint">
          {[
            t('profile.version', { version: profile.version }),
            t('profile.size', { count: profile.size }),
            ...(profile.kioskPackage === null ? [] : [t('profile.kiosk', { app: profile.kioskPackage })]),
            format.moment(Date.parse(profile.updatedAt)),
          ].join(' · ')}
        </div>
        {profile.description !== '' && <div className="small dim">{profile.description}</div>}
      </div>
      <SmallButton {...blockedBy(ids.length === 0 && t('profile.noHeadsets'))} onClick={() => void apply()}>
        {t('profile.apply', { what: countLabel(ids) })}
      </SmallButton>
      <Menu position="bottom-end" shadow="none">
        <Menu.Target>
          <ActionIcon variant="subtle" aria-label={t('profile.more', { name: profile.name })}>
            <IconDots className="i s" aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component={Link} href={`/configure/profiles/${profile.id}`}>
            {t('profile.edit')}
          </Menu.Item>
          <Menu.Item onClick={onCompare}>{t('profile.compare')}</Menu.Item>
          <Menu.Item onClick={() => void exportIt()}>{t('profile.export')}</Menu.Item>
          <Menu.Item className="danger" onClick={onRemove}>
            {t('profile.remove')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

type Profiles = {
  readonly items: readonly ProfileSummary[] | null;
  readonly refusal: Refusal | null;
  /** The result of the last import. */
  readonly message: string | null;
  readonly refuse: (refusal: Refusal) => void;
  readonly remove: (profile: ProfileSummary) => Promise<void>;
  readonly importFile: (file: File) => Promise<void>;
};

function useProfiles(): Profiles {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const [items, setItems] = useState<readonly ProfileSummary[] | null>(null);
  const [refusal, refuse] = useState<Refusal | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const returns = useReturns();
  useEffect(() => {
    const controller = new AbortController();
    void call(listProfiles, { signal: controller.signal }).then((outcome) => {
      if (controller.signal.aborted) return;
      if (isRefused(outcome)) return refuse(outcome);
      setItems(outcome.reply.items);
      // Other refusals stay until the next attempt.
      refuse((before) => (before?.refused === 'offline' ? null : before));
    });
    return () => controller.abort();
  }, [attempt, returns]);

  const remove = async ({ id }: ProfileSummary): Promise<void> => {
    const outcome = await call(deleteProfile, { params: { profileId: id } });
    if (isRefused(outcome)) refuse(outcome);
    setAttempt((count) => count + 1);
  };
  const importFile = async (file: File): Promise<void> => {
    refuse(null);
    const parsed = await readProfileFile(file);
    if (parsed === null) return setMessage(t('profile.notAFile', { name: file.name }));
    const outcome = await call(importProfile, { body: parsed });
    if (isRefused(outcome)) return refuse(outcome);
    const { profile, ignored } = outcome.reply;
    setMessage(
      ignored.length === 0
        ? t('profile.imported', { name: profile.name })
        : t('profile.importedPartly', { name: profile.name, fields: format.list(ignored) }),
    );
    setAttempt((count) => count + 1);
  };
  return { items, refusal, message, refuse, remove, importFile };
}

async function readProfileFile(file: File) {
  try {
    const parsed = profileFileSchema.safeParse(JSON.parse(await file.text()));
    return parsed.success ? parsed.data : null;
  } catch {
    // Not the text of a profile.
    return null;
  }
}
