import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';

import { revokeToken, type TokenInfo, listTokens } from '../../../shared/contract/access/tokens.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useTokenName } from '../../model/labels/author-labels.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { MoreOfList } from '../../ui/parts/more-of-list.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Chip } from '../../ui/parts/chip.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { IssueToken } from './issue-token.tsx';
import { StationFrame } from '../../model/station/station-frame.tsx';
import { usePaged, type Paged } from '../../service/use-paged.ts';
import type { Query } from '../../service/use-query.ts';

/** Tokens: the keys with which programs and headsets access this station. */
export function TokensPage(): React.JSX.Element {
  const { t } = useTranslation('station');
  const [params, setParams] = useSearchParams();
  const search = params.get('find') ?? '';
  // A search for a certain token includes inactive ones, and those of headsets: they are many.
  const [isAll, setAll] = useState(search !== '');
  const [owner, setOwner] = useState<TokenOwners | null>(search === '' ? 'programs' : null);
  const [isIssuing, setIssuing] = useState(false);
  const close = (): void => setIssuing(false);
  const [issued, setIssued] = useState(0);
  const [total, setTotal] = useState<number | null>(null);
  const title = isAll || owner !== null || search.trim() !== '' ? 'tokens.found' : 'tokens.title';
  return (
    <StationFrame
      title={total === null ? t('tab.tokens') : t(title, { count: total })}
      sub={t('tokens.sub')}
      tools={
        <Button
          leftSection={<IconPlus className="i s" aria-hidden="true" />}
          onClick={() => setIssuing(true)}
        >
          {t('tokens.issue')}
        </Button>
      }
    >
      <div className="row wrap" role="search">
        <div className="row" role="group" aria-label={t('tokens.filter')}>
          <Chip isOn={!isAll} onClick={() => setAll(false)}>
            {t('tokens.live')}
          </Chip>
          <Chip isOn={isAll} onClick={() => setAll(true)}>
            {t('tokens.all')}
          </Chip>
        </div>
        <div className="row" role="group" aria-label={t('tokens.of')}>
          {TOKEN_OWNERS.map((each) => (
            <Chip key={each} isOn={owner === each} onClick={() => setOwner(owner === each ? null : each)}>
              {t(`tokens.${each}`)}
            </Chip>
          ))}
        </div>
        <TextInput
          type="search"
          className="end search-box"
          placeholder={t('tokens.find')}
          aria-label={t('tokens.find')}
          maxLength={64}
          value={search}
          onChange={({ currentTarget: { value } }) =>
            setParams(value === '' ? {} : { find: value }, { replace: true })
          }
        />
      </div>
      <Found
        key={`${isAll} ${owner} ${issued} ${search.trim()}`}
        question={{ search, isLive: !isAll, owner }}
        onTotal={setTotal}
      />
      <Dialog isOpen={isIssuing} onClose={close} title={t('tokens.issueTitle')}>
        <IssueToken onClose={close} onIssued={() => setIssued((count) => count + 1)} />
      </Dialog>
    </StationFrame>
  );
}

type FoundProps = { question: TokenQuestion; onTotal: (total: number) => void };

function Found({ question, onTotal }: FoundProps): React.JSX.Element {
  const { t } = useTranslation('station');
  const { query, showMore } = useTokens(question);
  const [revoking, setRevoking] = useState<TokenInfo | null>(null);
  const { refusal, run } = useAction();
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  const tokenName = useTokenName();
  const { reply } = query;
  const total = reply?.total ?? null;
  useEffect(() => {
    if (total !== null) onTotal(total);
  }, [total, onTotal]);

  const revoke = async ({ id }: TokenInfo): Promise<void> => {
    await run(call(revokeToken, { params: { tokenId: id } }));
    await query.reload();
  };

  return (
    <>
      <ReadingState query={query} />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {reply !== null && (
        <>
          <TokenTable
            tokens={reply.items}
            isSearch={question.search.trim() !== '' || question.owner !== null}
            nowMs={nowMs}
            onRevoke={setRevoking}
          />
          {reply.items.length < reply.total && (
            <MoreOfList
              shown={t('tokens.shown', { shown: reply.items.length, total: reply.total })}
              onMore={showMore}
            />
          )}
        </>
      )}
      <ConfirmDialog
        isOpen={revoking !== null}
        title={t('tokens.revokeTitle', {
          name: revoking === null ? '' : tokenName(revoking.label, revoking.id),
        })}
        text={t('tokens.revokeText')}
        action={t('tokens.revoke')}
        onConfirm={() => revoking !== null && void revoke(revoking)}
        onClose={() => setRevoking(null)}
      />
    </>
  );
}

type TableProps = {
  tokens: readonly TokenInfo[];
  /** True if the list is filtered by a search. */
  isSearch: boolean;
  /** The station's time, to the minute. */
  nowMs: number;
  onRevoke: (token: TokenInfo) => void;
};

function TokenTable({ tokens, isSearch, nowMs, onRevoke }: TableProps): React.JSX.Element {
  const { t } = useTranslation('station');
  return (
    <section className="panel" aria-label={t('tab.tokens')}>
      {tokens.length === 0 ? (
        <p className="pad dim">{t(isSearch ? 'tokens.noMatch' : 'tokens.none')}</p>
      ) : (
        <table className="plain-table tokens">
          <thead>
            <tr>
              <th>{t('tokens.label')}</th>
              <th style={{ width: '22%' }}>{t('tokens.opens')}</th>
              <th style={{ width: '18%' }}>{t('tokens.made')}</th>
              <th style={{ width: '18%' }}>{t('tokens.until')}</th>
              <th className="narrow">
                <span className="sr">{t('tokens.revoke')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {tokens.map((token) => (
              <TokenRow
                key={token.id}
                token={token}
                isUsable={isLive(token, nowMs)}
                onRevoke={() => onRevoke(token)}
              />
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

type RowProps = { token: TokenInfo; isUsable: boolean; onRevoke: () => void };

function TokenRow({ token, isUsable, onRevoke }: RowProps): React.JSX.Element {
  const { t } = useTranslation(['station', 'common']);
  const format = useFormat();
  const headset = useFleet((fleet) => (token.deviceId === null ? undefined : fleet.byId[token.deviceId]));
  const { expiresAt, revokedAt } = token;
  const tokenName = useTokenName();
  const name = token.label === null ? (headset?.label ?? null) : tokenName(token.label, token.id);
  const until = expiresAt === null ? t('station:tokens.never') : format.moment(Date.parse(expiresAt));
  return (
    <tr>
      <td>
        {name === null ? <span className="faint">{t('station:tokens.noLabel')}</span> : <b>{name}</b>}
        <div className="small faint mono">{token.id}</div>
      </td>
      <td data-label={t('station:tokens.opens')}>{t(`station:tokens.scope.${token.scope}`)}</td>
      <td className="dim" data-label={t('station:tokens.made')}>
        {format.moment(Date.parse(token.createdAt))}
      </td>
      <td className="dim" data-label={t('station:tokens.until')}>
        {revokedAt === null
          ? until
          : t('station:tokens.revoked', { when: format.moment(Date.parse(revokedAt)) })}
      </td>
      <td className="num">
        {isUsable && (
          <SmallButton
            aria-label={t('station:tokens.revokeOf', { name: name ?? token.id })}
            onClick={onRevoke}
          >
            {t('station:tokens.revoke')}
          </SmallButton>
        )}
      </td>
    </tr>
  );
}

/** A filter for tokens; an empty text matches all. */
type TokenQuestion = {
  readonly search: string;
  readonly isLive: boolean;
  readonly owner: TokenOwners | null;
};

const TOKEN_OWNERS = ['programs', 'headsets'] as const;
type TokenOwners = (typeof TOKEN_OWNERS)[number];

/** Returns the matching tokens, newest first, as many pages as requested. */
function useTokens({ search, isLive, owner }: TokenQuestion): {
  readonly query: Query<Paged<TokenInfo>>;
  readonly showMore: () => void;
} {
  const filter = {
    ...(search.trim() === '' ? {} : { search: search.trim() }),
    ...(isLive ? { live: 'true' } : {}),
    ...(owner === null ? {} : { owner }),
  };
  return usePaged(
    (query, signal) => call(listTokens, { query: { ...query, ...filter }, signal }),
    ({ id }) => id,
  );
}

/** Returns true while a token is valid. */
function isLive({ expiresAt, revokedAt }: TokenInfo, nowMs: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > nowMs);
}
