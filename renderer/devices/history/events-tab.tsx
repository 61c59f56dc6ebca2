import { Autocomplete, Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import { EVENT_RETENTION_DAYS, listEvents } from '../../../shared/contract/devices/events.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { type ContentNames, NO_NAMES } from '../record/event-labels.ts';
import { KindSwitch } from './kind-switch.tsx';
import { KNOWN_TYPES, KINDS, typesOf, type Kind } from '../record/event-types.ts';
import { Timeline } from './timeline.tsx';
import { useAgain } from '../record/use-record.ts';
import { typed } from '../../ui/controls/field-props.ts';

const PAGE = 50;

/** Filter of the history; in the URL, so that it can be shared. */
type Question = {
  readonly kind: Kind | null;
  readonly type: string;
  /** Local date and time of the fields, or empty. */
  readonly from: string;
  readonly to: string;
  readonly page: number;
};

type Props = {
  id: string;
  updates: number;
  /** Names of its contents; unknown for a deleted headset. */
  names?: ContentNames;
};

/** The history of one headset as a timeline, filtered by kind, exact type and time, page by page. */
export function EventsTab({ id, updates, names = NO_NAMES }: Props): React.JSX.Element {
  const [question, ask] = useQuestion();
  const { kind, type, from, to, page } = question;
  return (
    <section className="panel">
      <Filters question={question} ask={ask} />
      <Events
        key={[kind, type, from, to, page].join('|')}
        id={id}
        names={names}
        // Only the newest page updates itself: older pages stay still.
        updates={page === 1 ? updates : 0}
        question={question}
        ask={ask}
      />
    </section>
  );
}

type OnQuery = (part: Partial<Question>) => void;

function useQuestion(): [Question, OnQuery] {
  const [params, setParams] = useSearchParams();
  const question: Question = {
    kind: KINDS.find((each) => each === params.get('kind')) ?? null,
    type: params.get('type') ?? '',
    from: params.get('from') ?? '',
    to: params.get('to') ?? '',
    page: Math.max(1, Math.trunc(Number(params.get('page') ?? '1')) || 1),
  };
  const changeFilter: OnQuery = (part) =>
    setParams(
      () => {
        // A new filter begins at the newest page.
        const next = { ...question, page: 1, ...part };
        const reported = Object.entries(next).filter(
          ([name, value]) => value !== null && value !== '' && !(name === 'page' && value === 1),
        );
        return new URLSearchParams(reported.map(([name, value]) => [name, String(value)]));
      },
      { replace: true },
    );
  return [question, changeFilter];
}

function Filters({ question, ask }: { question: Question; ask: OnQuery }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const { kind, type, from, to } = question;
  // Queries once a type is complete, not for every letter.
  const [wanted, setWanted] = useState(type);
  const isNarrowed = kind !== null || type !== '' || from !== '' || to !== '';
  return (
    <div className="filters pad underlined row wrap">
      <KindSwitch kind={type === '' ? kind : null} onChange={(next) => ask({ kind: next, type: '' })} />
      <Autocomplete
        size="xs"
        aria-label={t('events.type')}
        placeholder={t('events.type')}
        data={[...KNOWN_TYPES]}
        value={wanted}
        comboboxProps={{ shadow: 'none' }}
        onChange={setWanted}
        onOptionSubmit={(value) => ask({ type: value, kind: null })}
        onKeyDown={(event) => event.key === 'Enter' && ask({ type: wanted.trim(), kind: null })}
        onBlur={() => wanted.trim() !== type && ask({ type: wanted.trim(), kind: null })}
      />
      <div className="row wrap">
        <TextInput
          size="xs"
          type="datetime-local"
          aria-label={t('events.from')}
          {...typed(from, (from) => ask({ from }))}
        />
        <span className="faint">{t('events.to')}</span>
        <TextInput
          size="xs"
          type="datetime-local"
          aria-label={t('events.until')}
          {...typed(to, (to) => ask({ to }))}
        />
      </div>
      {isNarrowed && (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => {
            setWanted('');
            ask({ kind: null, type: '', from: '', to: '' });
          }}
        >
          {t('events.all')}
        </Button>
      )}
    </div>
  );
}

type EventsProps = Required<Props> & { question: Question; ask: OnQuery };

function Events({ id, updates, names, question, ask }: EventsProps): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const query = useAgain(
    useQuery((signal) => call(listEvents, { params: { deviceId: id }, query: queryOf(question), signal })),
    updates,
  );
  const { reply } = query;
  const { page } = question;
  const pages = reply === null ? 1 : Math.max(1, Math.ceil(reply.total / PAGE));
  return (
    <>
      <ReadingState query={query} lines={6} />
      {reply !== null && reply.items.length === 0 && (
        <p className="in dim">
          {t(reply.total === 0 && isEverything(question) ? 'events.none' : 'events.noMatch', {
            count: EVENT_RETENTION_DAYS,
          })}
        </p>
      )}
      {reply !== null && reply.items.length > 0 && (
        <>
          <Timeline events={reply.items} names={names} />
          <div className="pager pad overlined row">
            <span className="dim" role="status">
              {t('events.page', {
                page: format.number(page),
                pages: format.number(pages),
                total: format.number(reply.total),
              })}
            </span>
            <Button
              variant="default"
              {...blockedBy(page <= 1 && t('events.isNewest'))}
              onClick={() => ask({ page: page - 1 })}
            >
              {t('events.newer')}
            </Button>
            <Button
              variant="default"
              {...blockedBy(page >= pages && t('events.isOldest'))}
              onClick={() => ask({ page: page + 1 })}
            >
              {t('events.older')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

function isEverything({ kind, type, from, to }: Question): boolean {
  return kind === null && type === '' && from === '' && to === '';
}

function queryOf({ kind, type, from, to, page }: Question): Record<string, string> {
  const types = kind === null ? '' : typesOf(kind).join();
  return {
    page: String(page),
    limit: String(PAGE),
    ...(type === '' ? (types === '' ? {} : { types }) : { type }),
    ...instant('from', from),
    ...instant('to', to),
  };
}

/** Converts a local time of a field into an instant; an invalid one is skipped. */
function instant(name: string, local: string): Record<string, string> {
  const atMs = local === '' ? Number.NaN : new Date(local).getTime();
  return Number.isNaN(atMs) ? {} : { [name]: new Date(atMs).toISOString() };
}
