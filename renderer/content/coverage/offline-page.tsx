import { Button, Progress } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import { prepareOffline } from '../../../shared/contract/content/library-offline.ts';
import type { NeededContentView, ReadinessView } from '../../../shared/contract/content/library-offline.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { StateGlyph, type GlyphState } from '../../ui/headset/state-glyph.tsx';
import { useLibraryNames } from '../../model/content/use-app-names.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { ContentFrame } from '../frame/content-frame.tsx';
import { nameOfUrl } from '../frame/name-of-url.ts';
import { byNeed, readReadiness } from './readiness.ts';
import { ScopeSelect } from '../frame/scope-select.tsx';
import { useScopes } from '../frame/scopes.ts';

/** Interval of updates during downloads, and otherwise, in ms. */
const MOVING_MS = 1_500;
const QUIET_MS = 15_000;

/** The contents that headsets could get without internet, and missing ones. */
export function OfflinePage(): React.JSX.Element {
  const { t } = useTranslation('content');
  const mayChange = useMay('technician');
  const scopes = useScopes();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('for');
  const scope = scopes.find(({ value }) => value === wanted) ?? scopes[0];
  const ids = scope?.ids ?? [];
  const [isMoving, setMoving] = useState(false);
  const { isBusy, refusal, run } = useAction();
  const query = useQuery<ReadinessView>(
    async (signal) => {
      const outcome = await readReadiness(ids, signal);
      if (!('refused' in outcome)) {
        setMoving(outcome.reply.contents.some(({ state }) => state === 'fetching'));
      }
      return outcome;
    },
    isMoving ? MOVING_MS : QUIET_MS,
  );
  const { reply, reload } = query;
  const idsKey = ids.join();
  useEffect(() => void reload(), [idsKey, reload]);

  const prepare = async (): Promise<void> => {
    const done = await run(call(prepareOffline, { body: { devicesId: [...ids] } }));
    if (done === null) return;
    setMoving(true);
    query.put(done);
  };
  const canFetch = reply?.contents.some(({ state }) => state === 'missing' || state === 'failed') ?? false;

  return (
    <ContentFrame
      {...useOfflineLabels(reply, scope?.label ?? '')}
      tools={
        mayChange && (
          <Button
            loading={isBusy}
            {...blockedBy(!canFetch && t('offline.nothingToFetch'))}
            leftSection={<IconDownload className="i s" aria-hidden="true" />}
            onClick={() => void prepare()}
          >
            {t('offline.prepare')}
          </Button>
        )
      }
    >
      <div className="medium-field">
        <ScopeSelect
          scopes={scopes}
          value={scope?.value ?? 'all'}
          label={t('offline.for')}
          onChange={(value) => setSearch({ for: value })}
        />
      </div>
      <ReadingState query={query} />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {reply !== null && <Needed readiness={reply} />}
    </ContentFrame>
  );
}

function useOfflineLabels(reply: ReadinessView | null, scope: string): { title: string; sub: string } {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (reply === null) return { title: t('tab.offline'), sub: t('sub.reading') };
  const total = reply.held + reply.missing;
  if (total === 0) return { title: t('offline.nothingAssigned'), sub: scope };
  if (reply.isReady) {
    return { title: t('offline.ready'), sub: t('offline.readyText', { count: total, scope }) };
  }
  const size = format.size(reply.missingBytes);
  const howMuch = reply.isMissingBytesExact ? 'missingText' : 'missingAtLeast';
  const isUnknown = !reply.isMissingBytesExact && reply.missingBytes === 0;
  return {
    title: t('offline.missing', { count: reply.missing, total }),
    sub: t(`offline.${isUnknown ? 'missingUnknown' : howMuch}`, { scope, size }),
  };
}

const GLYPH: Record<NeededContentView['state'], GlyphState> = {
  held: 'ready',
  fetching: 'applying',
  failed: 'failed',
  missing: 'waiting',
  unusable: 'attention',
};

function Needed({ readiness }: { readiness: ReadinessView }): React.JSX.Element {
  const { t } = useTranslation('content');
  if (readiness.contents.length === 0) {
    return (
      <section className="panel page-empty">
        <h2>{t('offline.emptyTitle')}</h2>
        <p>{t('offline.emptyText')}</p>
      </section>
    );
  }
  return (
    <section className="panel" aria-label={t('offline.list')}>
      <ul className="rows">
        {byNeed(readiness.contents).map((content) => (
          <NeededRow key={content.url} content={content} />
        ))}
      </ul>
    </section>
  );
}

function NeededRow({ content }: { content: NeededContentView }): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { state, kind, name, url, devices, sizeBytes, receivedBytes, error, source } = content;
  const nameInLibrary = useLibraryNames();
  // Apps are known by their package here, and named as everywhere else.
  const shownName = name === null ? nameOfUrl(url) : (nameInLibrary(name) ?? name);
  const says =
    state === 'failed' && error !== null
      ? t(`fetch.error.${error}`)
      : state === 'held' && source !== null
        ? t(`offline.from.${source}`)
        : t(`offline.state.${state}`);
  return (
    <li className="row roomy">
      <StateGlyph state={GLYPH[state]} />
      <div className="grow grid close">
        <b className="cut">{shownName}</b>
        <div className="small dim">
          {t(`kind.${kind}`)} · {says} · {t('offline.devices', { count: devices })}
        </div>
        <div className="small faint mono cut">{url}</div>
        {state === 'fetching' && sizeBytes !== null && (
          <Progress
            size={6}
            value={(receivedBytes / Math.max(1, sizeBytes)) * 100}
            aria-label={t('fetch.progressOf', { name: shownName })}
          />
        )}
      </div>
      <span className="faint nowrap">{sizeBytes === null ? '' : format.size(sizeBytes)}</span>
    </li>
  );
}
