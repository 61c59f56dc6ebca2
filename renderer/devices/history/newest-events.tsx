import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { listEvents } from '../../../shared/contract/devices/events.ts';
import { call } from '../../service/api.ts';
import { useReading } from '../../service/use-reading.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { type Kind, typesOf } from './event-types.ts';
import type { ContentNames } from './event-labels.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { KindSwitch } from '../headset/kind-switch.tsx';
import { Timeline } from './timeline.tsx';
import { useAgain } from '../headset/use-record.ts';

const SHOWN = 8;

type Props = { id: string; news: number; names: ContentNames };

/** The newest events, of one kind or of all. */
export function NewestEvents({ id, news, names }: Props): React.JSX.Element {
  const { t } = useTranslation('headset');
  const [kind, setKind] = useState<Kind | null>(null);
  return (
    <section className="panel">
      <header className="wrap">
        <h2>{t('events.title')}</h2>
        <span className="end">
          <KindSwitch kind={kind} onChange={setKind} />
        </span>
      </header>
      <Few key={kind} id={id} news={news} names={names} kind={kind} />
    </section>
  );
}

function Few({ id, news, names, kind }: Props & { kind: Kind | null }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const types = kind === null ? {} : { types: typesOf(kind).join() };
  const query = useAgain(
    useReading((signal) =>
      call(listEvents, { params: { deviceId: id }, query: { limit: String(SHOWN), ...types }, signal }),
    ),
    news,
  );
  const { reply } = query;
  return (
    <>
      <ReadingState reading={query} lines={4} />
      {reply?.items.length === 0 && <p className="in dim">{t('events.noneYet')}</p>}
      {reply !== null && reply.items.length > 0 && <Timeline events={reply.items} names={names} />}
      {reply !== null && reply.total > SHOWN && (
        <p className="in">
          <Link
            href={pathOfHeadset(id, 'events') + (kind === null ? '' : `?kind=${kind}`)}
            className="plain-link"
          >
            {t('events.more', { count: reply.total })}
          </Link>
        </p>
      )}
    </>
  );
}
