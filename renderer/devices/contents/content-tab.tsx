import { Button, Progress, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Device } from '../../../shared/contract/devices/devices.ts';
import { byText } from '../../../shared/domain/kernel/by-text.ts';
import { downloadProgress, downloadState } from '../../../shared/domain/content/download-state.ts';
import { useFormat } from '../../copy/format.ts';
import { AppLabel } from '../../model/content/app-label.tsx';
import { type AppNames, contentName, useAppNames } from '../../model/content/use-app-names.ts';
import { ContentPanel } from './content-panel.tsx';
import { type AssignedContent, contentsOf } from './deployments.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = { device: Device; updates: number; isOld: boolean };

/** Assigned contents, those that the headset reports, and free space. */
export function ContentTab({ device, updates, isOld }: Props): React.JSX.Element {
  const old = isOld ? ' is-old' : '';
  const apps = useAppNames();
  return (
    <div className="page-split">
      <div className="stack wide">
        <ContentPanel
          device={device}
          updates={updates}
          isOld={isOld}
          apps={apps}
          most={Number.POSITIVE_INFINITY}
        />
        <section className={`panel${old}`}>
          <Packages device={device} apps={apps} />
        </section>
      </div>
      <div className="stack wide">
        <section className={`panel${old}`}>
          <Storages device={device} />
        </section>
        <section className={`panel${old}`}>
          <Downloads device={device} />
        </section>
        <section className={`panel${old}`}>
          <Presence device={device} apps={apps} />
        </section>
      </div>
    </div>
  );
}

/** Number of packages listed at first, and per further step. */
const STEP = 50;

type Named = { device: Device; apps: AppNames };

function Packages({ device, apps }: Named): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const [text, setText] = useState('');
  const [shown, setShown] = useState(STEP);
  const { installedPackages, settings } = device;
  const assigned = useMemo(
    () => new Set(settings.applications?.map(({ packageName }) => packageName)),
    [settings.applications],
  );
  const sought = text.trim().toLowerCase();
  const packages = installedPackages
    .filter(({ packageName = '' }) =>
      `${apps.nameOf(packageName)} ${packageName}`.toLowerCase().includes(sought),
    )
    .toSorted((a, b) => byText(a.packageName ?? '', b.packageName ?? ''));
  return (
    <>
      <header>
        <h2>{t('inventory.packages')}</h2>
        <span className="faint">{t('inventory.count', { count: installedPackages.length })}</span>
        <TextInput
          className="end"
          size="xs"
          placeholder={t('inventory.find')}
          aria-label={t('inventory.find')}
          {...typed(text, setText)}
        />
      </header>
      {packages.length === 0 ? (
        <p className="in dim">
          {t(installedPackages.length === 0 ? 'inventory.nothing' : 'inventory.noMatch')}
        </p>
      ) : (
        <table className="plain-table">
          <thead>
            <tr>
              <th style={{ width: '60%' }}>{t('inventory.package')}</th>
              <th>{t('content.version')}</th>
              <th>{t('inventory.assigned')}</th>
            </tr>
          </thead>
          <tbody>
            {packages.slice(0, shown).map(({ packageName, versionCode, versionName }) => (
              <tr key={packageName}>
                <td>
                  <AppLabel packageName={packageName ?? '–'} names={apps} />
                </td>
                <td className="dim" data-label={t('content.version')}>
                  {[versionName, versionCode].filter((part) => part !== undefined).join(' · ')}
                </td>
                <td className="dim" data-label={t('inventory.assigned')}>
                  {t(assigned.has(packageName) ? 'inventory.yes' : 'inventory.no')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {packages.length > shown && (
        <p className="in">
          <Button variant="subtle" onClick={() => setShown((count) => count + STEP)}>
            {t('common:more')}
          </Button>
        </p>
      )}
    </>
  );
}

function Storages({ device }: { device: Device }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const storages = device.settings.storages ?? [];
  return (
    <>
      <header>
        <h2>{t('inventory.storages')}</h2>
      </header>
      {storages.length === 0 && <p className="in dim">{t('inventory.nothing')}</p>}
      <ul className="rows">
        {storages.map(({ volumeDescription, totalSpace = 0, freeSpace = 0, isRemovable }, index) => (
          <li key={`${volumeDescription ?? ''} ${index}`} className="stack">
            <span className="row spread">
              <b>{volumeDescription ?? t(isRemovable === true ? 'inventory.card' : 'inventory.inside')}</b>
              <span className="dim num">
                {t('inventory.free', { free: format.size(freeSpace), total: format.size(totalSpace) })}
              </span>
            </span>
            <Progress
              className="ink-meter"
              value={totalSpace === 0 ? 0 : ((totalSpace - freeSpace) / totalSpace) * 100}
              aria-label={volumeDescription ?? t('inventory.storages')}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

/** States of a download that our own texts express already. */
const PLAIN = /^(?:FAILED|COMPLETED?|SUCCESSFUL|RUNNING|DOWNLOADING|INSTALLING)$/i;

function Downloads({ device }: { device: Device }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  return (
    <>
      <header>
        <h2>{t('inventory.downloads')}</h2>
      </header>
      {device.downloads.length === 0 && <p className="in dim">{t('inventory.noDownloads')}</p>}
      <ul className="rows">
        {device.downloads.map((download, index) => (
          <li key={`${download.downloadId ?? index}`} className="stack">
            <span className="row spread">
              <span className="cut">{contentName(download.fileName ?? download.url ?? '–')}</span>
              <span className="dim nowrap">
                {t(`downloadState.${downloadState(download)}`)} {format.percent(downloadProgress(download))}
                {download.speed !== undefined && download.speed > 0 && `, ${format.size(download.speed)}/s`}
              </span>
            </span>
            {download.status !== undefined && !PLAIN.test(download.status) && (
              <span className="mono faint micro">{download.status}</span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Presence({ device, apps }: Named): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const present = device.contentPresence.filter(({ present }) => present === true);
  const bytes = present.reduce((sum, { sizeBytes = 0 }) => sum + sizeBytes, 0);
  const names = useMemo(
    () => new Map(contentsOf(device, apps.nameOf).map((each) => [each.contentId, each])),
    [device, apps],
  );
  return (
    <>
      <header>
        <h2>{t('inventory.files')}</h2>
        {present.length > 0 && <span className="faint">{format.size(bytes)}</span>}
      </header>
      {device.contentPresence.length === 0 && <p className="in dim">{t('inventory.nothing')}</p>}
      <ul className="rows">
        {device.contentPresence.map((each, index) => (
          <PresenceRow
            key={`${each.contentId ?? ''} ${index}`}
            presence={each}
            known={names.get(each.contentId ?? null)}
            apps={apps}
          />
        ))}
      </ul>
    </>
  );
}

type PresenceProps = {
  presence: Device['contentPresence'][number];
  /** The content assigned under this id. */
  known: AssignedContent | undefined;
  apps: AppNames;
};

/** A content by its name; the headset's name and path are beneath. */
function PresenceRow({ presence, known, apps }: PresenceProps): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const { contentId, packageName, present, sizeBytes, managedPaths = [] } = presence;
  const name =
    packageName === undefined || packageName === null
      ? (known?.name ?? managedPaths[0]?.split('/').at(-1) ?? contentId ?? '–')
      : apps.nameOf(packageName);
  const exactly = packageName ?? contentId ?? name;
  return (
    <li>
      <span className="row spread">
        <b className="cut" title={name}>
          {name}
        </b>
        <span className="dim nowrap">
          {present !== true
            ? t('inventory.missing')
            : sizeBytes === undefined
              ? t('inventory.there')
              : format.size(sizeBytes)}
        </span>
      </span>
      {exactly !== name && <div className="small mono faint breaks">{exactly}</div>}
      {managedPaths.map((path) => (
        <div key={path} className="small mono faint breaks">
          {path}
        </div>
      ))}
    </li>
  );
}
