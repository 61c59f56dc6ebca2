import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';

import type { LibraryItemView } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { Fact } from '../../ui/page/fact.tsx';
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
          <Fact name={t('item.file')}>{item.name}</Fact>
          <Fact name={t('item.size')}>{format.size(item.sizeBytes)}</Fact>
          {apk !== null && (
            <>
              <Fact name={t('item.package')} className="mono">
                <PackageName name={apk.packageName} />
              </Fact>
              <Fact name={t('item.versionLabel')}>
                {t('item.versionOf', { name: apk.versionName ?? '', code: String(apk.versionCode) })}
              </Fact>
            </>
          )}
          {apk !== null && apk.minSdk !== null && (
            <Fact name={t('item.minSdk')}>{t('item.sdk', { level: apk.minSdk })}</Fact>
          )}
          {apk !== null && apk.parts !== null && (
            <Fact name={t('item.parts')} className="mono">
              {['base', ...apk.parts.splits, ...apk.parts.obbs].join(', ')}
            </Fact>
          )}
          <Fact name={t('item.cameFrom')}>
            {t(source === 'upload' ? 'item.uploaded' : 'item.fetched', { when })}
            {sourceUrl !== null && <div className="small mono dim">{sourceUrl}</div>}
          </Fact>
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
