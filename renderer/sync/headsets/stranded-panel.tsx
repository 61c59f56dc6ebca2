import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { getStranded } from '../../../shared/contract/sync/sync-history.ts';
import { listSyncDevices, type Sync } from '../../../shared/contract/sync/sync.ts';
import { useFormat } from '../../copy/format.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { usePaged } from '../../service/use-paged.ts';
import { syncDeviceKey } from './sync-device-key.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';

/** The rest is on the screen of headsets. */
const MAX_SLOTS = 5;

/**
 * Events that cannot be uploaded because their slot was deleted at the central: number, slots, and a file with all of
 * them.
 */
export function StrandedPanel({ sync }: { sync: Sync }): React.JSX.Element | null {
  const { events, slots } = sync.stranded;
  return events === 0 ? null : <Stranded key={slots} events={events} />;
}

function Stranded({ events }: { events: number }): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const format = useFormat();
  const { isBusy, refusal, run } = useAction();
  const { query } = usePaged(
    (page, signal) => call(listSyncDevices, { query: { ...page, which: 'stranded' }, signal }),
    syncDeviceKey,
  );
  const slots = query.reply?.items ?? [];

  const save = async (): Promise<void> => {
    const reply = await run(call(getStranded, {}));
    if (reply === null) return;
    const name = `events-${reply.savedAt.slice(0, 10)}.json`;
    saveAsFile(name, JSON.stringify(reply, null, 2), 'application/json');
  };

  return (
    <section className="panel" aria-labelledby="sync-stranded">
      <header>
        <StateGlyph state="attention" />
        <h2 id="sync-stranded">{t('sync:stranded.title', { count: events })}</h2>
      </header>
      <p className="pad dim">{t('sync:stranded.text')}</p>
      <ul className="rows sync-odd">
        {slots.slice(0, MAX_SLOTS).map((slot) => (
          <li key={slot.id ?? slot.upstreamId} className="row roomy">
            <div className="grow">
              <b>{slot.label ?? t('common:unnamed')}</b>
              {slot.gone !== null && <div className="dim small">{t(`sync:gone.${slot.gone}.what`)}</div>}
            </div>
            <span className="faint">{format.number(slot.events)}</span>
          </li>
        ))}
      </ul>
      <div className="pad row wrap">
        {refusal !== null && <RefusalNote refusal={refusal} />}
        <Button
          variant="default"
          loading={isBusy}
          leftSection={<IconDownload className="i s" aria-hidden="true" />}
          onClick={() => void save()}
        >
          {t('sync:stranded.save')}
        </Button>
        {slots.length > MAX_SLOTS && (
          <Link href="/sync/headsets?which=stranded" className="act-link small">
            {t('sync:notices.show')}
          </Link>
        )}
      </div>
    </section>
  );
}
