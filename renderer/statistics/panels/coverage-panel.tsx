import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { AppStatistics, ContentCoverage } from '../../../shared/contract/statistics/statistics-now.ts';
import { useFormat } from '../../copy/format.ts';
import type { Query } from '../../service/use-query.ts';
import { PartsBar } from '../../ui/charts/parts-bar.tsx';
import { appName, contentName } from '../../model/content/use-app-names.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { addressBehind } from '../../model/fleet/behind-address.ts';
import { ChartPanel } from './chart-panel.tsx';

const TONES = [
  ['installed', 'good'],
  ['outdated', 'warn'],
  ['downloading', 'moving'],
  ['failed', 'bad'],
  ['pending', 'none'],
] as const;

/** Number shown; the table has them all. */
const MAX_ROWS = 8;

/** State of each content on the headsets that have it assigned, and its versions. */
export function CoveragePanel({ query }: { query: Query<AppStatistics> }): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  const { reply } = query;
  const contents = reply?.contents ?? [];
  const unknownIds = reply?.unassignedPackages ?? [];
  return (
    <ChartPanel
      title={t('coverage.title')}
      answer={
        contents.length === 0
          ? undefined
          : t('coverage.answer', {
              whole: format.number(
                contents.filter(({ installed, assigned }) => installed === assigned).length,
              ),
              total: format.number(contents.length),
            })
      }
      file="coverage"
      format={{
        head: [
          t('use.content'),
          t('coverage.assigned'),
          ...TONES.map(([name]) => t(`coverage.${name}Head`)),
          t('coverage.versions'),
        ],
        rows: [
          ...contents.map((content) => [
            nameOf(content),
            content.assigned,
            ...TONES.map(([name]) => content[name]),
            content.versions
              .map(({ versionName, versionCode, count }) => `${versionName ?? versionCode}: ${count}`)
              .join(', '),
          ]),
          ...unknownIds.map(({ packageName, devices, versions }) => [
            packageName,
            0,
            devices,
            ...TONES.slice(1).map(() => null),
            versions
              .map(({ versionName, versionCode, count }) => `${versionName ?? versionCode}: ${count}`)
              .join(', '),
          ]),
        ],
      }}
    >
      <ReadingState query={query} lines={4} />
      {reply !== null && contents.length === 0 && <p className="dim">{t('coverage.none')}</p>}
      <ul className="grid roomy">
        {contents.slice(0, MAX_ROWS).map((content) => (
          <CoverageLine key={`${content.type} ${content.contentId}`} content={content} />
        ))}
      </ul>
      {contents.length > MAX_ROWS && (
        <p className="small dim">{t('coverage.more', { count: contents.length - MAX_ROWS })}</p>
      )}
      {unknownIds.length > 0 && (
        <p className="small dim strangers">
          {t('coverage.strangers', { count: unknownIds.length })}{' '}
          {unknownIds.slice(0, 5).map(({ packageName, devices }, index) => (
            <span key={packageName}>
              {index > 0 && ', '}
              <Link
                href={addressBehind(
                  { of: 'package', value: packageName },
                  t('say.package', { name: appName(packageName) }),
                )}
                className="plain-link"
                title={packageName}
              >
                {appName(packageName)}
              </Link>{' '}
              ({devices})
            </span>
          ))}
        </p>
      )}
    </ChartPanel>
  );
}

function CoverageLine({ content }: { content: ContentCoverage }): React.JSX.Element {
  const { t } = useTranslation('statistics');
  const format = useFormat();
  const name = nameOf(content);
  const versions = content.versions.map(({ versionName, versionCode, count }) =>
    t('coverage.version', { version: versionName ?? String(versionCode ?? '–'), count }),
  );
  return (
    <li className="grid tight">
      <span className="row spread">
        <b className="cut" title={content.packageName ?? content.contentId}>
          {name}
        </b>
        <span>{format.percent(content.coverage)}</span>
      </span>
      <PartsBar
        parts={TONES.map(([counted, tone]) => ({
          key: counted,
          tone,
          count: content[counted],
          label: t(`coverage.${counted}`, { count: content[counted] }),
          href: addressBehind(
            { of: 'content', value: content.contentId, counted },
            t('say.content', { name, counted: t(`coverage.${counted}Head`) }),
          ),
        }))}
      />
      {versions.length > 1 && <span className="micro faint">{format.list(versions)}</span>}
    </li>
  );
}

function nameOf({ title, packageName, contentId }: ContentCoverage): string {
  if (title !== null && title !== '') return contentName(title);
  return packageName === null ? contentName(contentId) : appName(packageName);
}
