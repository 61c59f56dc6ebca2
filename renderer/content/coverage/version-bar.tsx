import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { PartsBar, type PartTone } from '../../ui/charts/parts-bar.tsx';
import { addressBehind } from '../../model/fleet/behind-address.ts';
import type { AppVersions, VersionCount, VersionState } from './versions.ts';

const TONE: Record<VersionState, PartTone> = {
  wanted: 'good',
  older: 'warn',
  newer: 'middle',
  free: 'good',
};

type Props = { readonly app: AppVersions; readonly name: string };

/** Headsets by version of an application; each part links to its headsets in Fleet. */
export function VersionBar({ app, name }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const labels = useVersionLabels();
  return (
    <PartsBar
      parts={[
        ...app.versions.map((version, index) => ({
          key: String(version.versionCode),
          // If any version will do, only the newest stands out.
          tone: version.state === 'free' && index > 0 ? 'middle' : TONE[version.state],
          count: version.count,
          label: labels(version),
          href: addressBehind(
            {
              of: 'package',
              value: app.packageName,
              versionCode: String(version.versionCode ?? 'unknown'),
            },
            t('versions.say', { name, version: nameOfVersion(version) ?? t('versions.unknown') }),
          ),
        })),
        {
          key: 'missing',
          tone: 'none' as const,
          count: app.missing,
          label: t('versions.missing', { count: app.missing }),
        },
      ]}
    />
  );
}

/** Returns a function for texts like "5.0.0 on 26, current". */
export function useVersionLabels(): (version: VersionCount) => string {
  const { t } = useTranslation('content');
  const format = useFormat();
  return (version) => {
    const reported = nameOfVersion(version) ?? t('versions.unknown');
    const count = format.number(version.count);
    return version.state === 'free'
      ? t('versions.count', { version: reported, count })
      : t(`versions.${version.state}`, { version: reported, count });
  };
}

/** Returns the name of a version with its code; null if unknown. */
export function nameOfVersion({
  versionName,
  versionCode,
}: Pick<VersionCount, 'versionName' | 'versionCode'>): string | null {
  if (versionName === null) return versionCode === null ? null : String(versionCode);
  return versionCode === null ? versionName : `${versionName} (${versionCode})`;
}
