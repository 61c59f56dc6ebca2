import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { RouterTest, RouterView } from '../../../../shared/contract/network/routers.ts';
import { MAX_LIST_ENTRIES } from './address-list.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { newId } from '../../kernel/new-id.ts';
import { RouterFault } from '../router-readers/router-fault.ts';
import { type GoodInput, readInputs } from './input.ts';
import type { Outcome, RouterReader } from './reader.ts';
import type { RouterHost } from './rules.ts';
import type { Router, RouterFields, RouterStore } from './store.ts';

export type RouterRoutes = {
  readonly core: Core;
  readonly store: RouterStore;
  readonly reader: RouterReader;
  readonly station: RouterHost;
};

/** Serves `/station/routers`. Each organisation sees its own routers only. */
export function mountRouterRoutes(http: FastifyInstance, input: RouterRoutes): void {
  const { store } = input;
  mount(http, contract.listRouters, ({ caller: { enterpriseId } }) => {
    if (enterpriseId === null) return noOrganisation();
    return { items: store.ofEnterprise(enterpriseId).map((each) => toView(store, each)) };
  });
  mountReplacing(http, input);
  mountTest(http, input);
}

function mountReplacing(http: FastifyInstance, { core, store, reader, station }: RouterRoutes): void {
  mount(http, contract.replaceRouters, ({ body, caller: { enterpriseId } }) => {
    if (enterpriseId === null) return noOrganisation();
    const read = readInputs(body.items, station, enterpriseId);
    if ('faults' in read) return invalid(read.faults);
    return core.writer.run((afterCommit) => {
      const before = store.ofEnterprise(enterpriseId);
      const byId = new Map(before.map((each) => [each.id, each]));
      const written = read.value.map((input, position) => {
        const known = input.id === undefined ? undefined : byId.get(input.id);
        const router = store.put(toFields(core, input, { known, position, enterpriseId }));
        const entries = input.entries ?? (router.kind === 'csv' ? undefined : new Map());
        if (entries !== undefined) store.setEntries(router.key, entries);
        return router;
      });
      const stored = new Set(written.map(({ key }) => key));
      for (const { key } of before) if (!stored.has(key)) store.remove(key);
      const items = written.map((each) => toView(store, each));
      if (items.reduce((sum, { entryCount }) => sum + (entryCount ?? 0), 0) > MAX_LIST_ENTRIES) {
        const message = `All lists together have at most ${String(MAX_LIST_ENTRIES)} addresses`;
        return invalid([{ path: 'items', message }]);
      }
      afterCommit(() => {
        for (const { key } of [...before, ...written]) reader.clear(key);
      });
      return { items };
    });
  });
}

/** The pinned key and pool size of a router, and its credentials, apply to that router only. */
function toFields(
  { vault }: Pick<Core, 'vault'>,
  input: GoodInput,
  {
    known,
    position,
    enterpriseId,
  }: {
    readonly known: Router | undefined;
    readonly position: number;
    readonly enterpriseId: Router['enterpriseId'];
  },
): RouterFields {
  const isSame = known !== undefined && known.kind === input.kind && known.url === input.url;
  const secret =
    input.secret === undefined
      ? isSame
        ? known.secret
        : null
      : input.secret === null
        ? null
        : vault.seal(input.secret);
  return {
    enterpriseId,
    id: input.id ?? newId(),
    position,
    kind: input.kind,
    label: input.label,
    isEnabled: input.isEnabled,
    url: input.url,
    username: input.username,
    secret,
    site: input.site,
    path: input.path,
    allowsOtherNetworks: input.allowsOtherNetworks,
    poolSize: input.poolSize === undefined ? (known?.poolSize ?? null) : input.poolSize,
    fingerprint: isSame ? known.fingerprint : null,
    pinnedAtMs: isSame ? known.pinnedAtMs : null,
  };
}

function mountTest(http: FastifyInstance, { core, store, reader }: RouterRoutes): void {
  mount(http, contract.testRouter, async ({ params, body, caller: { enterpriseId } }) => {
    const router = enterpriseId === null ? undefined : store.findById(enterpriseId, params.routerId);
    if (router === undefined) return new Failure('NOT_FOUND', 'There is no such router.');
    const startedAtMs = performance.now();
    const accepted = body.acceptFingerprint;
    // Tested with the accepted key: if the router presents another one, nothing is sent or stored.
    const requested = accepted === undefined ? router : { ...router, fingerprint: accepted };
    const outcome = router.kind === 'csv' ? undefined : await reader.readNow(requested);
    const isShown = accepted !== undefined && outcome?.fingerprint === accepted;
    if (isShown) await accept(router, accepted);
    return {
      id: router.id,
      ...(outcome === undefined ? toListTest(store.countEntries(router.key)) : toTest(outcome)),
      durationMs: Math.round(performance.now() - startedAtMs),
    };
  });

  async function accept(router: Router, fingerprint: string): Promise<void> {
    await core.writer.run(() => {
      const current = store.findById(router.enterpriseId, router.id);
      if (current?.key === router.key && current.url === router.url) {
        store.pin(router.key, fingerprint, core.clock.now());
      }
    });
  }
}

type TestResult = Omit<RouterTest, 'id' | 'durationMs'>;

function toTest({ result, fingerprint }: Outcome): TestResult {
  if (result instanceof RouterFault) {
    const { finding, message } = result;
    return { isOk: false, finding, message, arpEntries: 0, leaseEntries: 0, fingerprint };
  }
  const [arpEntries, leaseEntries] = [result.arp.size, result.leases.size];
  const found = `Found ${String(arpEntries)} neighbours and ${String(leaseEntries)} active leases.`;
  const message = result.problem === null ? found : `${found} ${result.problem}`;
  return { isOk: true, finding: 'OK', message, arpEntries, leaseEntries, fingerprint };
}

function toListTest(count: number): TestResult {
  const message = `The list has ${String(count)} addresses.`;
  return { isOk: true, finding: 'OK', message, arpEntries: 0, leaseEntries: count, fingerprint: null };
}

function toView(store: RouterStore, router: Router): RouterView {
  const { id, kind, label, isEnabled, url, username, secret, site, path, allowsOtherNetworks } = router;
  const { poolSize, fingerprint, pinnedAtMs } = router;
  return {
    id,
    kind,
    label,
    isEnabled,
    url,
    username,
    hasPassword: secret !== null && kind !== 'unifi',
    hasApiKey: secret !== null && kind === 'unifi',
    site,
    path,
    entryCount: kind === 'csv' ? store.countEntries(router.key) : null,
    allowsOtherNetworks,
    poolSize,
    certificate:
      fingerprint === null || pinnedAtMs === null ? null : { fingerprint, pinnedAt: toInstant(pinnedAtMs) },
  };
}

function invalid(details: readonly { path: string; message: string }[]): Failure<'VALIDATION_FAILED'> {
  const [first] = details;
  const message = `The request is not valid: ${first?.path ?? ''}: ${first?.message ?? ''}`;
  return new Failure('VALIDATION_FAILED', message, { details });
}
