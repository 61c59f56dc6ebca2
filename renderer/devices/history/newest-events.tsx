import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { listEvents } from '../../../shared/contract/devices/events.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { type Kind, typesOf } from '../record/event-types.ts';
import type { ContentNames } from '../record/event-labels.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { KindSwitch } from './kind-switch.tsx';
import { Timeline } from './timeline.tsx';
import { useAgain } from '../record/use-record.ts';

const SHOWN = 8;

type Props = { id: string; updates: number; names: ContentNames };

/** The newest events, of one kind or of all. */
export function NewestEvents({ id, updates, names }: Props): React.JSX.Element {
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
      <Few key={kind} id={id} updates={updates} names={names} kind={kind} />
    </section>
  );
}

function Few({ id, updates, names, kind }: Props & { kind: Kind | null }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const types = kind === null ? {} : { types: typesOf(kind).join() };
  const query = useAgain(
    useQuery((signal) =>
      call(listEvents, { params: { deviceId: id }, query: { limit: String(SHOWN), ...types }, signal }),
    ),
    updates,
  );
  const { reply } = query;
  return (
    <>
      <ReadingState query={query} lines={4} />
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
