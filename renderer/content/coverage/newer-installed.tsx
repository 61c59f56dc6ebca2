import { useTranslation } from 'react-i18next';

import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useVersions } from './use-versions.ts';
import { versionsOf } from './versions.ts';

/** Warns that headsets have a newer version of an app than the one to assign: Android keeps the newer one. */
export function NewerInstalled({ item }: { item: LibraryEntryView }): React.JSX.Element | null {
  const { apk } = item;
  return apk === null ? null : <Newer {...apk} />;
}

type Input = Pick<NonNullable<LibraryEntryView['apk']>, 'packageName' | 'versionCode'>;

function Newer({ packageName, versionCode }: Input): React.JSX.Element | null {
  const { t } = useTranslation('content');
  const { reply } = useVersions();
  const app = reply === null ? undefined : versionsOf(reply).find((app) => app.packageName === packageName);
  const count = (app?.versions ?? [])
    .filter((version) => (version.versionCode ?? 0) > versionCode)
    .reduce((sum, version) => sum + version.count, 0);
  if (count === 0) return null;
  return (
    <div className="note warn" role="status">
      <StateGlyph state="attention" />
      <div>{t('assign.newerThere', { count })}</div>
    </div>
  );
}
