import { Button, FileButton, Radio, Skeleton, TextInput } from '@mantine/core';
import { IconChevronRight, IconDownload, IconUpload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { AppLabel } from '../../model/content/app-label.tsx';
import type { AppNames } from '../../model/content/use-app-names.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { addUploads, UploadRows } from '../../content/index.ts';
import type { Current } from '../editor/current.ts';
import type { KioskApp } from '../editor/controls/kiosk-control.tsx';
import { typed } from '../../ui/controls/field-props.ts';

/** How to exit from the kiosk. */
export const EXITS = ['station', 'ask', 'free'] as const;
export type Exit = (typeof EXITS)[number];

export type Choice = {
  readonly packageName: string;
  readonly others: ReadonlySet<string>;
  readonly exit: Exit;
  /** True to install the app of the kiosk where it is missing. */
  readonly installs: boolean;
};

/**
 * Returns on how many headsets an app of the library is neither installed nor assigned; 0 if this station cannot
 * install it.
 */
export function missingOf(
  app: KioskApp | undefined,
  item: LibraryEntryView | null,
  current: Current | null,
): number {
  if (item === null || current === null || app?.isInDraft === true) return 0;
  return Math.max(0, current.read - Math.max(app?.installed ?? 0, app?.assigned ?? 0));
}

export type ChoiceProps = { choice: Choice; onChange: (choice: Choice) => void };
export type AppsProps = ChoiceProps & { apps: readonly KioskApp[]; names: AppNames };

/** Preinstalled packages that are no lesson: agents, shells and stores of manufacturers. */
const SYSTEM =
  /^(io\.muster\.|android$|com\.(android|google|qualcomm|picovr|pico|oculus|meta|facebook|htc|viverse)\.)/;

/**
 * Returns the technician's apps first: those of the library, assigned ones, and those of the draft; then all others.
 */
function sorted(apps: readonly KioskApp[], { items, nameOf }: AppNames) {
  const known = new Map(apps.map((app) => [app.packageName, app]));
  const inLibrary = (items ?? []).flatMap(({ apk }) => apk?.packageName ?? []);
  const own = new Set(inLibrary);
  const mine = [
    ...inLibrary.map((packageName) => known.get(packageName) ?? notInstalled(packageName)),
    ...apps.filter((app) => !own.has(app.packageName) && (app.isInDraft || app.assigned > 0)),
  ].toSorted((a, b) => nameOf(a.packageName).localeCompare(nameOf(b.packageName)));
  const shown = new Set(mine.map(({ packageName }) => packageName));
  const others = apps
    .filter(({ packageName }) => !shown.has(packageName))
    .toSorted((a, b) => Number(SYSTEM.test(a.packageName)) - Number(SYSTEM.test(b.packageName)));
  return { mine, others };
}

function notInstalled(packageName: string): KioskApp {
  return { packageName, assigned: 0, installed: 0, isInDraft: false };
}

/** The apps to choose from: the technician's own first, preinstalled ones collapsed. */
export function AppChoice({
  apps,
  names,
  current,
  choice,
  onChange,
}: AppsProps & { current: Current | null }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const [find, setFind] = useState('');
  const [isUnfolded, setUnfolded] = useState(false);
  const sought = find.trim().toLowerCase();
  const isSought = ({ packageName }: KioskApp): boolean =>
    `${names.nameOf(packageName)} ${packageName}`.toLowerCase().includes(sought);
  const { mine, others } = useMemo(() => sorted(apps, names), [apps, names]);
  const [myShown, otherShown] = [mine.filter(isSought), others.filter(isSought)];
  const isOpen = isUnfolded || (sought !== '' && otherShown.length > 0);
  const rows = (shown: readonly KioskApp[]): React.JSX.Element[] =>
    shown.map((app) => (
      <AppRow
        key={app.packageName}
        app={app}
        names={names}
        current={current}
        choice={choice}
        onChange={onChange}
      />
    ));
  return (
    <Radio.Group
      value={choice.packageName}
      aria-labelledby="kiosk-app"
      onChange={(packageName) => onChange({ ...choice, packageName, installs: true })}
    >
      <div className="stack wide">
        <section className="panel" aria-labelledby="kiosk-app">
          <header>
            <h2 id="kiosk-app">{t('kiosk.yours')}</h2>
            <TextInput
              className="end search-box"
              type="search"
              aria-label={t('kiosk.find')}
              placeholder={t('kiosk.find')}
              {...typed(find, setFind)}
            />
          </header>
          {(current === null || names.items === null) && <Skeleton className="in" height={160} />}
          {current !== null && names.items !== null && mine.length === 0 && (
            <p className="in dim">{t('kiosk.noneYours')}</p>
          )}
          {mine.length + others.length > 0 && myShown.length + otherShown.length === 0 && (
            <p className="in dim">{t('kiosk.noMatch')}</p>
          )}
          <div className="half-high">{rows(myShown)}</div>
          <UploadRows onUploaded={noop} />
          <AddApp />
        </section>
        {others.length > 0 && (
          <section className="panel">
            <button
              type="button"
              className="kiosk-fold in row"
              aria-expanded={isOpen}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              <IconChevronRight className="i s" aria-hidden="true" />
              <b>{t('kiosk.othersOn', { count: others.length })}</b>
              <span className="small faint end">{t('kiosk.othersText')}</span>
            </button>
            {isOpen && <div className="half-high">{rows(otherShown)}</div>}
          </section>
        )}
      </div>
    </Radio.Group>
  );
}

/** Empty on purpose: the screen itself follows the uploads. */
function noop(): void {}

function AddApp(): React.JSX.Element {
  const { t } = useTranslation('configure');
  return (
    <div className="kiosk-add dashed row roomy">
      <IconUpload className="i l" aria-hidden="true" />
      <p className="grow">
        <b>{t('kiosk.addTitle')}</b>
        <span className="small dim block">{t('kiosk.addText')}</span>
      </p>
      <FileButton multiple accept=".apk,.apks,.xapk,.apkm,.obb" onChange={addUploads}>
        {(props) => (
          <Button variant="default" {...props}>
            {t('kiosk.addFile')}
          </Button>
        )}
      </FileButton>
    </div>
  );
}

type RowProps = ChoiceProps & { app: KioskApp; names: AppNames; current: Current | null };

function AppRow({ app, names, current, choice, onChange }: RowProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const { packageName } = app;
  const item = names.itemOf(packageName);
  const missing = missingOf(app, item, current);
  const isChosen = packageName === choice.packageName;
  const version = item?.apk?.versionName ?? null;
  return (
    <div className={`kiosk-app row ${isChosen ? 'is-chosen' : ''}`}>
      <Radio
        value={packageName}
        label={
          <AppLabel
            packageName={packageName}
            names={names}
            {...(version === null ? {} : { detail: t('kiosk.version', { version }) })}
          />
        }
      />
      <AppPresence app={app} total={current?.read ?? 0} isChosen={isChosen} />
      {missing > 0 &&
        (isChosen && choice.installs ? (
          <span className="status small s-queued">
            <StateGlyph state="queued" size="s" />
            {t('kiosk.willInstall', { count: missing })}
          </span>
        ) : (
          <SmallButton
            leftSection={<IconDownload className="i s" aria-hidden="true" />}
            onClick={() => onChange({ ...choice, packageName, installs: true })}
          >
            {t(missing < (current?.read ?? 0) ? 'kiosk.install' : 'kiosk.installAll', { count: missing })}
          </SmallButton>
        ))}
    </div>
  );
}

type PresenceProps = { app: KioskApp; total: number; isChosen: boolean };

/** Whether the app is installed according to the headsets, or only assigned. A warning only if it is chosen. */
function AppPresence({ app, total, isChosen }: PresenceProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  if (app.installed >= total && total > 0) {
    return (
      <span className="status s-ready small">
        <StateGlyph state="ready" size="s" />
        {t('kiosk.onAll')}
      </span>
    );
  }
  if (app.isInDraft) return <span className="small dim">{t('kiosk.included')}</span>;
  const copies = Math.max(app.installed, app.assigned);
  const onSome = t('kiosk.onSome', { installed: app.installed, total });
  if (copies < total && !isChosen) return <span className="small dim">{onSome}</span>;
  return (
    <span className={`status small ${copies < total ? 's-attention' : 's-queued'}`}>
      <StateGlyph state={copies < total ? 'attention' : 'queued'} size="s" />
      {copies < total ? onSome : t('kiosk.stillLoading', { installed: app.installed, total })}
    </span>
  );
}
