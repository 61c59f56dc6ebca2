import { Menu } from '@mantine/core';
import { IconEye, IconPlayerPlay } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import { useFormat } from '../../copy/format.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { stageText, useActionLabels, useTileLabels } from '../state/class-labels.ts';
import { sendAction, startApp, useClassRuns } from '../state/class-store.ts';
import type { ClassApp } from '../state/apps.ts';
import { AppItems, VOLUMES } from './dock.tsx';

type Props = { id: string; apps: readonly ClassApp[]; isLooking: boolean };

/** What a teacher does with the headset in focus alone. */
export function HeadsetControls({ id, apps, isLooking }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const format = useFormat();
  const isSending = useClassRuns((state) => state.isSending);
  const look = (): void => void sendAction([id], { do: isLooking ? 'resume' : 'look' });
  useShortcuts({ a: look });
  return (
    <section className="panel">
      <div className="in stack headset-controls">
        <h2>{t('only')}</h2>
        <button
          type="button"
          className="big-btn"
          {...blockedBy(isSending && t('dock.sending'))}
          onClick={look}
        >
          {isLooking ? <IconPlayerPlay aria-hidden="true" /> : <IconEye aria-hidden="true" />}
          {t(isLooking ? 'dock.resume' : 'dock.short.look')}
        </button>
        <Menu position="bottom-start" width={300}>
          <Menu.Target>
            <button type="button" className="big-btn" {...blockedBy(isSending && t('dock.sending'))}>
              <IconPlayerPlay aria-hidden="true" />
              {t('startAnother')}
            </button>
          </Menu.Target>
          <Menu.Dropdown className="class-menu half-high">
            <AppItems apps={apps} onApp={(packageName) => void startApp([id], packageName)} />
          </Menu.Dropdown>
        </Menu>
        <div className="volumes grid snug" role="group" aria-label={t('dock.volume')}>
          <span className="small dim whole">{t('dock.volume')}</span>
          {VOLUMES.map((volume) => (
            <button
              key={volume}
              type="button"
              className="big-btn"
              {...blockedBy(isSending && t('dock.sending'))}
              onClick={() => void sendAction([id], { do: 'volume', volume })}
            >
              {volume === 0 ? t('dock.mute') : format.percent(volume / 100)}
            </button>
          ))}
        </div>
        <Outcome id={id} />
      </div>
    </section>
  );
}

/** What became of the newest action on this headset. */
function Outcome({ id }: { id: string }): React.JSX.Element | null {
  const labels = useTileLabels();
  const actionText = useActionLabels();
  const refusal = useClassRuns((state) => state.refusal);
  const run = useClassRuns(({ runs }) => runs.find(({ results }) => results.some((each) => each.id === id)));
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 1_000) * 1_000);
  if (refusal !== null) return <RefusalNote refusal={refusal} />;
  const result = run?.results.find((each) => each.id === id);
  if (run === undefined || result === undefined) return null;
  const stage = stageText(result, { labels, isStart: run.action.do === 'start', nowMs });
  return (
    <p className="small dim" role="status">
      {actionText(run.action)} {stage}
    </p>
  );
}
