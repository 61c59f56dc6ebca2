import { Button, NumberInput, Progress } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { blockedBy } from '../../ui/why/why.ts';
import { type listDownloads, setSchedule } from '../../../shared/contract/content/library-serving.ts';
import type { Download } from '../../../shared/contract/content/library-serving.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import type { Query } from '../../service/use-query.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';

export type Downloads = z.infer<typeof listDownloads.reply>;

type Props = {
  query: Query<Downloads>;
  /** Only this item; null: everything. */
  sha256?: string | null;
};

/** More lines would push the rest out of view. */
const MAX_LINES = 8;

/** Downloads from this station: when the cart is done, which headsets download, which are queued, which lack space. */
export function QueuePanel({ query, sha256 = null }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const mayChange = useMay('technician');
  const { reply } = query;
  const items = (reply?.items ?? []).filter((each) => sha256 === null || each.sha256 === sha256);
  const running = items.filter(({ state }) => state === 'running');
  const waiting =
    sha256 === null ? (reply?.cart.waiting ?? 0) : items.filter(({ state }) => state === 'waiting').length;
  return (
    <Panel className="panel queue" title={t('queue.title')}>
      <ReadingState query={query} lines={2} />
      {reply !== null && (
        <>
          <Estimate downloads={reply} isQuiet={running.length + waiting === 0} />
          {running.length > 0 && (
            <ul className="queue-running">
              {running.slice(0, MAX_LINES).map((each) => (
                <Running key={`${each.deviceId} ${each.sha256}`} download={each} />
              ))}
              {running.length > MAX_LINES && (
                <li className="small faint">{t('queue.more', { count: running.length - MAX_LINES })}</li>
              )}
            </ul>
          )}
          <Others items={items} waiting={waiting} />
          {mayChange && <AtOnce key={reply.atOnce} atOnce={reply.atOnce} onChanged={query.reload} />}
        </>
      )}
    </Panel>
  );
}

function Estimate({ downloads, isQuiet }: { downloads: Downloads; isQuiet: boolean }): React.JSX.Element {
  const { t } = useTranslation('content');
  const format = useFormat();
  const { cart, atOnce } = downloads;
  if (isQuiet) return <p className="pad dim">{t('queue.quiet')}</p>;
  return (
    <div className="pad">
      <div className="small faint">{t('queue.doneAt')}</div>
      <div className="figure-text">
        {cart.finishesAt === null ? t('queue.notKnown') : format.clock(Date.parse(cart.finishesAt))}
      </div>
      <p className="dim">
        {cart.secondsLeft === null
          ? t('queue.nothingMoves', { size: format.size(cart.remainingBytes) })
          : t('queue.rate', {
              duration: format.duration(cart.secondsLeft * 1_000),
              count: atOnce,
              rate: format.size(cart.bytesPerSec),
              size: format.size(cart.remainingBytes),
            })}
      </p>
    </div>
  );
}

function Running({ download }: { download: Download }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const label = useFleet((fleet) => fleet.byId[download.deviceId]?.label) ?? t('common:unnamed');
  const { progress, secondsLeft, name } = download;
  return (
    <li>
      <b className="cut">{label}</b>
      <Progress
        value={progress * 100}
        size={6}
        aria-label={t('content:queue.progressOf', { headset: label, name })}
      />
      <span className="faint nowrap">
        {secondsLeft === null ? format.percent(progress) : format.duration(secondsLeft * 1_000)}
      </span>
    </li>
  );
}

type OthersProps = { items: readonly Download[]; waiting: number };

function Others({ items, waiting }: OthersProps): React.JSX.Element | null {
  const { t } = useTranslation(['content', 'common']);
  const format = useFormat();
  const byId = useFleet((fleet) => fleet.byId);
  const names = (state: Download['state']): string[] => [
    ...new Set(
      items
        .filter((each) => each.state === state)
        .map(({ deviceId }) => byId[deviceId]?.label ?? t('common:unnamed')),
    ),
  ];
  const paused = names('paused');
  const noSpace = names('noSpace');
  if (waiting + paused.length + noSpace.length === 0) return null;
  return (
    <ul className="pad stack">
      {waiting > 0 && (
        <li className="row">
          <StateGlyph state="queued" />
          {t('content:queue.waiting', { count: waiting })}
        </li>
      )}
      {paused.length > 0 && (
        <li className="row">
          <StateGlyph state="offline" />
          {t('content:queue.paused', {
            count: paused.length,
            names: format.list(paused.slice(0, MAX_LINES)),
          })}
        </li>
      )}
      {noSpace.length > 0 && (
        <li className="row">
          <StateGlyph state="failed" />
          {t('content:queue.noSpace', {
            count: noSpace.length,
            names: format.list(noSpace.slice(0, MAX_LINES)),
          })}
        </li>
      )}
    </ul>
  );
}

type AtOnceProps = { atOnce: number; onChanged: () => Promise<void> };

/** Number of simultaneous downloads: all headsets share one Wi-Fi channel. */
function AtOnce({ atOnce, onChanged }: AtOnceProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const [value, setValue] = useState<number | string>(atOnce);
  const isRight = typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 100;
  const save = async (): Promise<void> => {
    if (!isRight) return;
    await call(setSchedule, { body: { atOnce: value } });
    await onChanged();
  };
  return (
    <div className="pad row at-once top">
      <NumberInput
        label={t('queue.atOnce')}
        description={t('queue.atOnceText')}
        inputWrapperOrder={['label', 'input', 'description']}
        value={value}
        min={1}
        max={100}
        allowDecimal={false}
        onChange={setValue}
        error={isRight ? undefined : t('queue.atOnceWrong')}
      />
      {value !== atOnce && (
        <Button
          variant="default"
          {...blockedBy(!isRight && t('queue.atOnceWrong'))}
          onClick={() => void save()}
        >
          {t('queue.apply')}
        </Button>
      )}
    </div>
  );
}
