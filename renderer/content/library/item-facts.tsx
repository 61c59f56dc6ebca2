import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

import type { LibraryItemView } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { CommandLine } from '../../model/notes/command-line.tsx';

/** Facts about an item: file, source, and those read from an APK. */
export function ItemFacts({ item }: { item: LibraryItemView }): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { apk, finding, source, sourceUrl, fetchedAt } = item;
  const when = format.moment(Date.parse(fetchedAt ?? item.createdAt));
  return (
    <>
      <Panel title={t('item.facts')}>
        <dl className="facts pad">
          <dt>{t('item.file')}</dt>
          <dd>{item.name}</dd>
          <dt>{t('item.size')}</dt>
          <dd>{format.size(item.sizeBytes)}</dd>
          {apk !== null && (
            <>
              <dt>{t('item.package')}</dt>
              <dd className="mono">
                <PackageName name={apk.packageName} />
              </dd>
              <dt>{t('item.versionLabel')}</dt>
              <dd>{t('item.versionOf', { name: apk.versionName ?? '', code: String(apk.versionCode) })}</dd>
            </>
          )}
          {apk !== null && apk.minSdk !== null && (
            <>
              <dt>{t('item.minSdk')}</dt>
              <dd>{t('item.sdk', { level: apk.minSdk })}</dd>
            </>
          )}
          {apk !== null && apk.parts !== null && (
            <>
              <dt>{t('item.parts')}</dt>
              <dd className="mono">{['base', ...apk.parts.splits, ...apk.parts.obbs].join(', ')}</dd>
            </>
          )}
          <dt>{t('item.cameFrom')}</dt>
          <dd>
            {t(source === 'upload' ? 'item.uploaded' : 'item.fetched', { when })}
            {sourceUrl !== null && <div className="small mono dim">{sourceUrl}</div>}
          </dd>
        </dl>
        <div className="pad stack">
          <h3 className="small faint">SHA-256</h3>
          <CommandLine command={item.sha256} label="SHA-256" />
        </div>
        {finding !== null && (
          <div className="note warn in-panel">
            <StateGlyph state="attention" />
            <div>{t(`item.finding.${finding}`)}</div>
          </div>
        )}
      </Panel>
      {apk !== null && apk.permissions.length > 0 && (
        <details className="panel item-permissions">
          <summary>{t('item.permissions', { count: apk.permissions.length })}</summary>
          <ul>
            {apk.permissions.map((permission) => (
              <li key={permission} className="mono">
                {permission.replace(/^android\.permission\./, '')}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Breaks only between its parts if it does not fit. */
function PackageName({ name }: { name: string }): React.JSX.Element {
  return (
    <>
      {name.split('.').map((part, index) => (
        <Fragment key={`${index} ${part}`}>
          {index > 0 && (
            <>
              .<wbr />
            </>
          )}
          {part}
        </Fragment>
      ))}
    </>
  );
}
