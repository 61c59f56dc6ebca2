import { useTranslation } from 'react-i18next';

import { ReadingState } from '../../model/notes/reading-state.tsx';
import { useVersions } from '../coverage/use-versions.ts';
import { VersionBar } from '../coverage/version-bar.tsx';
import { versionsOf } from '../coverage/versions.ts';

type Props = { packageName: string; name: string };

/** Versions of an application on the fleet, whichever of them this item is. */
export function ItemVersions({ packageName, name }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const query = useVersions();
  const { reply } = query;
  const app = reply === null ? undefined : versionsOf(reply).find((each) => each.packageName === packageName);
  return (
    <section className="panel">
      <header>
        <h2>{t('versions.ofItem')}</h2>
      </header>
      <div className="pad">
        <ReadingState query={query} lines={1} />
        {reply !== null && app === undefined && <p className="dim">{t('versions.nowhere')}</p>}
        {app !== undefined && <VersionBar app={app} name={name} />}
      </div>
    </section>
  );
}
