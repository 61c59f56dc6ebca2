import { Button, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ticked } from '../../ui/controls/field-props.ts';
import { Arrives, LivePicture, Privacy, ToClass, useLive, useProjector } from './live-view.tsx';
import { PermissionNote, usePermission } from './permission.tsx';

/** The view of a headset: off until requested. */
export function SeePanel({ id }: { id: string }): React.JSX.Element | null {
  const { t } = useTranslation('views');
  const [isWatching, setWatching] = useState(false);
  const permission = usePermission(id);
  const isThere = useFleet(
    ({ byId }) => (byId[id]?.androidId ?? null) !== null && byId[id]?.isArchived === false,
  );
  const mayWatch = permission.isAllowed === true;
  useShortcuts({ v: () => mayWatch && isThere && setWatching((before) => !before) });
  if (!isThere) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t('see')}</h2>
        {mayWatch && <Switch className="end" aria-label={t('see')} {...ticked(isWatching, setWatching)} />}
      </header>
      <div className="in stack">
        {isWatching && mayWatch && <Watching id={id} onStop={() => setWatching(false)} />}
        <PermissionNote id={id} permission={permission} />
      </div>
    </section>
  );
}

function Watching({ id, onStop }: { id: string; onStop: () => void }): React.JSX.Element {
  const { t } = useTranslation('views');
  const [attempt, setAttempt] = useState(0);
  const [isLarge, setLarge] = useState(false);
  const live = useLive(id, attempt);
  const name = useFleet(({ byId }) => byId[id]?.label ?? '');
  const isPractice = useFleet(({ byId }) => byId[id]?.isPractice === true);
  const projector = useProjector(live.stream, name);
  const picture = <LivePicture id={id} live={live} onRetry={() => setAttempt(attempt + 1)} />;
  return (
    <>
      {!isLarge && picture}
      <Arrives live={live} />
      <div className="row wrap">
        <Button variant="default" onClick={() => setLarge(true)}>
          {t('larger')}
        </Button>
        <Button variant="default" onClick={onStop}>
          {t('stop')}
        </Button>
      </div>
      {isPractice ? <p className="small dim">{t('practice')}</p> : <Privacy isListed />}
      <Dialog isOpen={isLarge} onClose={() => setLarge(false)} size="xl" title={t('of', { name })}>
        {isLarge && picture}
        <ToClass projector={projector} />
      </Dialog>
    </>
  );
}
