import { Button, Progress } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import '../../ui/styles/pages.css';
import { MAX_BULK_IDS } from '../../../shared/contract/devices/devices.ts';
import { resolveMacs, type ResolvedMacResult } from '../../../shared/contract/network/resolve-mac.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';

type Props = { ids: readonly string[]; onClose: () => void };

/** Looks up the MAC addresses of headsets and shows each result with its source. */
export function ResolveMacDialog({ ids, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['macs', 'common']);
  const [results, setResults] = useState<readonly ResolvedMacResult[] | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const closed = new AbortController();
    void (async () => {
      const found: ResolvedMacResult[] = [];
      for (let at = 0; at < ids.length; at += MAX_BULK_IDS) {
        const body = { devicesId: ids.slice(at, at + MAX_BULK_IDS) };
        const outcome = await call(resolveMacs, { body, signal: closed.signal });
        if (closed.signal.aborted) return;
        if (isRefused(outcome)) return setRefusal(outcome);
        found.push(...outcome.reply);
      }
      setResults(found);
    })();
    return () => closed.abort();
  }, [ids, round]);
  const again = (): void => {
    setResults(null);
    setRefusal(null);
    setRound((before) => before + 1);
  };

  return (
    <Dialog onClose={onClose} size="xl" title={t('macs:title', { count: ids.length })}>
      <div className="form">
        {results === null && refusal === null && (
          <div role="status">
            <p>{t('macs:lookingUp', { count: ids.length })}</p>
            <Progress value={100} animated aria-label={t('macs:lookingUp', { count: ids.length })} />
          </div>
        )}
        {refusal !== null && <RefusalNote refusal={refusal} />}
        {results !== null && <Found results={results} />}
        <div className="form-foot">
          {(results !== null || refusal !== null) && (
            <Button variant="default" onClick={again}>
              {t('macs:again')}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {t('common:close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Found({ results }: { results: readonly ResolvedMacResult[] }): React.JSX.Element {
  const { t } = useTranslation('macs');
  const found = results.filter(({ resolved }) => resolved !== undefined);
  const made = found.filter(({ resolved }) => resolved?.isRandomised === true);
  const sorted = results.toSorted((a, b) => Number(a.success) - Number(b.success));
  return (
    <>
      <p role="status">
        <b>{t('found', { count: found.length, total: results.length })}</b>{' '}
        {made.length > 0 && <span className="s-attention">{t('randomised', { count: made.length })}</span>}
      </p>
      {found.length < results.length && (
        <div className="note">
          <StateGlyph state="attention" />
          <div>{t('helpText')}</div>
          <SmallButton component={Link} href="/station/routers">
            {t('helpAction')}
          </SmallButton>
        </div>
      )}
      <div className="resolve-list" tabIndex={0} role="region" aria-label={t('list')}>
        <table className="plain-table">
          <thead>
            <tr>
              <th>{t('headset')}</th>
              <th>{t('address')}</th>
              <th>{t('source')}</th>
            </tr>
          </thead>
          <tbody>
            {sorted.map((result) => (
              <ResultRow key={result.id} result={result} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function ResultRow({ result }: { result: ResolvedMacResult }): React.JSX.Element {
  const { t } = useTranslation(['macs', 'errors', 'common']);
  const label = useFleet((fleet) => fleet.byId[result.id]?.label) ?? t('common:unnamed');
  const { resolved, error } = result;
  if (resolved === undefined) {
    return (
      <tr>
        <td>
          <b>{label}</b>
        </td>
        <td colSpan={2}>
          <span className="status s-failed">
            <StateGlyph state="failed" />
            {error === undefined ? t('macs:notFound') : t(`errors:${error.code}.title`)}
          </span>
          {error !== undefined && (
            <div className="small dim">
              {t(`errors:${error.code}.next`)} <span className="mono faint">{error.code}</span>
            </div>
          )}
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td>
        <b>{label}</b>
      </td>
      <td data-label={t('macs:address')}>
        <span className="mono">{resolved.macAddress}</span>
        {resolved.isRandomised && (
          <div className="small status s-attention">
            <StateGlyph state="attention" size="s" />
            {t('macs:madeUp')}
          </div>
        )}
      </td>
      <td className="dim" data-label={t('macs:source')}>
        {t('macs:via', { source: t(`macs:from.${resolved.source}`), ip: resolved.ip })}
      </td>
    </tr>
  );
}
