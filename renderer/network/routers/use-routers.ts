import { useState } from 'react';

import { listRouters, replaceRouters, testRouter } from '../../../shared/contract/network/routers.ts';
import type { RouterInput, RouterTest, RouterView } from '../../../shared/contract/network/routers.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { useQuery, type Query } from '../../service/use-query.ts';
import { draftOf, inputOf, type RouterDraft } from './router-kinds.ts';

type Routers = { readonly items: readonly RouterView[] };

/** The routers and actions on them. Every change sends the whole list, as the station expects. */
export type RouterList = {
  readonly query: Query<Routers>;
  readonly refusal: Refusal | null;
  readonly tests: ReadonlyMap<string, RouterTest>;
  /** Ids of those being tested. */
  readonly testing: ReadonlySet<string>;
  /** Returns why it was refused; null once stored. */
  readonly save: (draft: RouterDraft) => Promise<Refusal | null>;
  readonly remove: (id: string) => Promise<void>;
  /** Moves one before or after its neighbour, which changes the order of queries. */
  readonly move: (id: string, by: -1 | 1) => Promise<void>;
  readonly setEnabled: (id: string, isEnabled: boolean) => Promise<void>;
  readonly test: (id: string, acceptFingerprint?: string) => Promise<void>;
};

export function useRouters(): RouterList {
  const query = useQuery<Routers>((signal) => call(listRouters, { signal }));
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { tests, testing, test } = useRouterTests(query, setRefusal);
  const items = query.reply?.items ?? [];
  const inputs = (): RouterInput[] => items.map((router) => inputOf(draftOf(router)));

  const send = async (next: RouterInput[]): Promise<Refusal | readonly RouterView[]> => {
    const outcome = await call(replaceRouters, { body: { items: next } });
    if (isRefused(outcome)) return outcome;
    query.put(outcome.reply);
    return outcome.reply.items;
  };
  const sendOrShow = async (next: RouterInput[]): Promise<void> => {
    const sent = await send(next);
    setRefusal('refused' in sent ? sent : null);
  };

  return {
    query,
    refusal,
    tests,
    testing,
    test,
    save: async (draft) => {
      const input = inputOf(draft);
      const next =
        draft.id === null
          ? [...inputs(), input]
          : inputs().map((each) => (each.id === draft.id ? input : each));
      const sent = await send(next);
      if ('refused' in sent) return sent;
      const saved = draft.id === null ? sent.at(-1) : sent.find(({ id }) => id === draft.id);
      // The first test also pins its key, which a person wants to see.
      if (saved?.isEnabled === true) void test(saved.id);
      return null;
    },
    remove: (id) => sendOrShow(inputs().filter((each) => each.id !== id)),
    move: (id, by) => {
      const next = inputs();
      const at = next.findIndex((each) => each.id === id);
      const [moved] = next.splice(at, 1);
      if (moved !== undefined) next.splice(Math.max(0, at + by), 0, moved);
      return sendOrShow(next);
    },
    setEnabled: (id, isEnabled) =>
      sendOrShow(inputs().map((each) => (each.id === id ? { ...each, isEnabled } : each))),
  };
}

function useRouterTests(
  query: Query<Routers>,
  setRefusal: (refusal: Refusal | null) => void,
): Pick<RouterList, 'tests' | 'testing' | 'test'> {
  const [tests, setTests] = useState<ReadonlyMap<string, RouterTest>>(new Map());
  const [testing, setTesting] = useState<ReadonlySet<string>>(new Set());

  const test = async (id: string, acceptFingerprint?: string): Promise<void> => {
    setTesting((before) => new Set([...before, id]));
    const outcome = await call(testRouter, {
      params: { routerId: id },
      body: acceptFingerprint === undefined ? {} : { acceptFingerprint },
    });
    setTesting((before) => new Set([...before].filter((other) => other !== id)));
    if (isRefused(outcome)) return setRefusal(outcome);
    setTests((before) => new Map([...before, [id, outcome.reply]]));
    // A newly pinned key is in the list.
    await query.reload();
  };
  return { tests, testing, test };
}
