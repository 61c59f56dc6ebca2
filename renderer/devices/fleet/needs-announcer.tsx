import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { filterOf } from '../../model/fleet/match.ts';

/** Minimum interval between announcements, in ms. */
const SPEAK_EVERY_MS = 5_000;

/** Announces headsets that start to need attention, and nothing else. */
export function NeedsAnnouncer(): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const format = useFormat();
  const [sentence, setSentence] = useState('');

  useEffect(() => {
    let announcedToMs = useFleet.getState().nowMs;
    const timer = setInterval(() => {
      const { stateChanges: changes, byId, nowMs } = useFleet.getState();
      const ids = changes
        .filter((change) => change.atMs > announcedToMs && filterOf(change.to.state) === 'needsYou')
        .map((change) => change.id);
      announcedToMs = nowMs;
      if (ids.length === 0) return;
      const names = ids.map((id) => byId[id]?.label ?? t('common:unnamed'));
      setSentence(t('fleet:announce', { count: names.length, names: format.list(names) }));
    }, SPEAK_EVERY_MS);
    return () => clearInterval(timer);
  }, [t, format]);

  return (
    <div className="sr" role="status">
      {sentence}
    </div>
  );
}
