import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { JsonStream } from '../../kernel/http/routes/json-stream.ts';
import { Yielder } from '../../kernel/yielding.ts';
import { strandedParts } from '../reported/stranded.ts';
import { refuseForeign, type SyncRoutes } from './context.ts';
import { toRun, toSyncDevice, toUnlinked } from './views.ts';

/** Serves the lists: devices, quarantined records, runs, and events without a slot. */
export function mountLists(http: FastifyInstance, context: SyncRoutes): void {
  const { parts, engine } = context;
  const { stores } = parts;
  mount(http, contract.listSyncDevices, ({ query: { which, page, limit }, caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    if (which === 'unlinked') {
      const total = stores.links.countUnlinked(parts.enterpriseId);
      const items = stores.links.pageUnlinked(parts.enterpriseId, { page, limit }).map(toUnlinked);
      return { page, limit, total, items };
    }
    const { total, items } = stores.links.list(which, { page, limit });
    return { page, limit, total, items: items.map((link) => toSyncDevice(parts, engine.view, link)) };
  });

  mount(http, contract.listSetAside, ({ query: { page, limit }, caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    const items = stores.trouble.quarantined({ page, limit }).map((each) => ({
      upstreamId: each.upstreamId,
      label: each.label,
      code: each.code,
      message: each.message,
      since: toInstant(each.firstAtMs),
      lastAt: toInstant(each.lastAtMs),
    }));
    return { page, limit, total: stores.trouble.countQuarantined(), items };
  });

  mount(http, contract.getStranded, ({ caller }) => {
    const refused = refuseForeign(context, caller);
    return refused ?? JsonStream.parts(strandedParts(parts));
  });

  mountReports(http, context);
}

function mountReports(http: FastifyInstance, context: SyncRoutes): void {
  const { stores } = context.parts;
  mount(http, contract.listSyncRuns, ({ query: { page, limit }, caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    const { total, items } = stores.runs.page({ page, limit });
    return { page, limit, total, items: items.map(toRun) };
  });

  mount(http, contract.getSyncReport, async ({ query, caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    const run =
      query.runId === undefined
        ? stores.runs.page({ page: 1, limit: 1 }).items[0]
        : stores.runs.find(query.runId);
    if (run === undefined) return new Failure('NOT_FOUND', 'There is no such sync run.');
    const parts_ = [`{"run":${JSON.stringify(toRun(run))},"lines":[`];
    const yielder = new Yielder();
    for (let after = 0, isFirst = true; ; isFirst = false) {
      const notes = stores.runs.notes(run.key, after, 500);
      if (notes.length === 0) break;
      after = notes.at(-1)?.key ?? after;
      const lines = notes.map(
        ({ atMs, direction, deviceId, label, what }) =>
          `${JSON.stringify({ at: toInstant(atMs), direction, deviceId, label }).slice(0, -1)},"what":${what}}`,
      );
      parts_.push((isFirst ? '' : ',') + lines.join(','));
      await yielder.yieldIfDue();
    }
    parts_.push(']}');
    return JsonStream.parts(parts_);
  });
}
