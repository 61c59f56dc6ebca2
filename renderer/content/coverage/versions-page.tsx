import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { useFormat } from '../../copy/format.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { addressBehind } from '../../model/fleet/behind-address.ts';
import { ContentFrame } from '../frame/content-frame.tsx';
import { ItemMark } from '../../model/content/item-mark.tsx';
import { useAppNames, type AppNames } from '../../model/content/use-app-names.ts';
import { MoreOfList } from '../../ui/parts/more-of-list.tsx';
import { useVersions } from './use-versions.ts';
import { VersionBar } from './version-bar.tsx';
import { versionsOf, type AppVersions } from './versions.ts';
import { typed } from '../../ui/controls/field-props.ts';

/** Number of applications listed at first, and per further step. */
const STEP = 50;

/** Headsets by version of each application, as they report it. */
export function VersionsPage(): React.JSX.Element {
  const { t } = useTranslation('content');
  const query = useVersions();
  const names = useAppNames();
  const [search, setSearch] = useState('');
  const { reply } = query;
  const apps = useMemo(() => (reply === null ? null : versionsOf(reply)), [reply]);
  const sought = search.trim().toLocaleLowerCase();
  const found = (apps ?? []).filter(
    ({ packageName }) =>
      packageName.toLowerCase().includes(sought) ||
      names.nameOf(packageName).toLocaleLowerCase().includes(sought),
  );
  const wanted = found.filter(({ assigned, missing }) => assigned + missing > 0);
  const unknownIds = found.filter(({ assigned, missing }) => assigned + missing === 0);
  return (
    <ContentFrame
      {...useVersionsHead(apps, reply?.devices ?? 0)}
      tools={
        apps !== null &&
        apps.length > 0 && (
          <TextInput
            className="search-box"
            type="search"
            aria-label={t('versions.find')}
            placeholder={t('versions.find')}
            maxLength={128}
            leftSection={<IconSearch className="i s" aria-hidden="true" />}
            {...typed(search, setSearch)}
          />
        )
      }
    >
      <ReadingState query={query} />
      {apps !== null && apps.length === 0 && (
        <section className="panel page-empty">
          <h2>{t('versions.emptyTitle')}</h2>
          <p>{t('versions.emptyText')}</p>
        </section>
      )}
      {apps !== null && apps.length > 0 && found.length === 0 && (
        <p className="dim">{t('noMatch', { text: search })}</p>
      )}
      {wanted.length > 0 && <AppPanel title={t('versions.assigned')} apps={wanted} names={names} />}
      {unknownIds.length > 0 && (
        <AppPanel
          title={t('versions.strangers')}
          text={t('versions.strangersText')}
          apps={unknownIds}
          names={names}
        />
      )}
    </ContentFrame>
  );
}

function useVersionsHead(
  apps: readonly AppVersions[] | null,
  devices: number,
): { title: string; sub: string } {
  const { t } = useTranslation('content');
  if (apps === null) return { title: t('tab.versions'), sub: t('versions.reading') };
  const behind = apps.reduce(
    (sum, { versions }) =>
      sum + versions.reduce((all, { state, count }) => all + (state === 'older' ? count : 0), 0),
    0,
  );
  const title = apps.length === 0 ? t('tab.versions') : t('versions.title', { count: apps.length });
  const sub = t('versions.asReported', { count: devices });
  return { title, sub: behind === 0 ? sub : `${sub} ${t('versions.behind', { count: behind })}` };
}

type PanelProps = {
  title: string;
  text?: string;
  apps: readonly AppVersions[];
  names: AppNames;
};

function AppPanel({ title, text, apps, names }: PanelProps): React.JSX.Element {
  const [shown, setShown] = useState(STEP);
  return (
    <section className="panel">
      <header className="wrap">
        <h2>{title}</h2>
        {text !== undefined && <span className="small faint">{text}</span>}
      </header>
      <ul className="rows version-rows">
        {apps.slice(0, shown).map((app) => (
          <AppRow key={app.packageName} app={app} names={names} />
        ))}
      </ul>
      {apps.length > shown && <MoreOfList className="pad" onMore={() => setShown((count) => count + STEP)} />}
    </section>
  );
}

function AppRow({ app, names }: { app: AppVersions; names: AppNames }): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const name = names.nameOf(app.packageName);
  const item = names.itemOf(app.packageName);
  return (
    <li>
      <div className="row item-name roomy">
        <ItemMark item={item ?? { apk: null, name, kind: 'application' }} />
        <div className="cut">
          {item === null ? (
            <b className="cut">{name}</b>
          ) : (
            <Link href={`/content/${item.sha256}`} className="quiet-link">
              <b className="cut">{name}</b>
            </Link>
          )}
          <div className="small faint cut" title={app.packageName}>
            {app.packageName}
          </div>
        </div>
      </div>
      <VersionBar app={app} name={name} />
      <div className="num">
        {app.assigned > 0 ? (
          <>
            <b>{format.number(app.installed)}</b> {t('ofTotal', { total: app.assigned })}
            <div className="small faint">
              {t(app.wanted.length === 0 ? 'versions.has' : 'versions.confirmed')}
            </div>
          </>
        ) : (
          <>
            <Link
              className="quiet-link"
              href={addressBehind(
                { of: 'package', value: app.packageName },
                t('versions.say', { name, version: t('versions.any') }),
              )}
            >
              {format.number(app.total)}
            </Link>
            <div className="small faint">{t('versions.headsets', { count: app.total })}</div>
          </>
        )}
      </div>
    </li>
  );
}
