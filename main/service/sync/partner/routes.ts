import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { greetStation, type PartnerView } from '../../../../shared/contract/sync/partner.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount, mountOpen } from '../../kernel/http/routes/mount.ts';
import type { Network } from '../../network/index.ts';
import type { Engine } from '../engine/engine.ts';
import type { SyncParts } from '../records/parts.ts';
import { readAddress } from '../routes/connect.ts';
import { untilIdleWithin } from '../routes/routes.ts';
import type { PartnerPairing } from './pairing.ts';
import { type Partnership, refuseWithConflicts } from './partnership.ts';
import { askPeer } from './peer.ts';
import type { Partner } from './record.ts';

export type PartnerRoutes = {
  readonly sync: SyncParts;
  readonly engine: Engine;
  readonly lan: Network['lan'];
  readonly pairing: PartnerPairing;
  readonly partnership: Partnership;
  readonly role: 'station' | 'central';
  readonly ownName: () => string | null;
  readonly ownUrls: () => readonly string[];
};

/** How long a last run before taking over may last, in seconds. */
const LAST_RUN_SEC = 120;

/** Serves `/station/partner` to administrators, and `/lan/partner` to the other station. */
export function mountPartner(http: FastifyInstance, context: PartnerRoutes): void {
  mountState(http, context);
  mountPairing(http, context);
  mountEnd(http, context);
  mountForPeer(http, context);
  mountForPartner(http, context);
  http.addHook('onResponse', async ({ caller }) => {
    if (caller?.isPartner === true) await context.partnership.noteContact(caller);
  });
}

function viewOf({ sync, engine, pairing, partnership }: PartnerRoutes): PartnerView {
  const { partner } = partnership;
  return { partner: partner === null ? null : toPartner(partner), pairing: pairing.view };

  function toPartner({ name, url, serves, sinceMs, lastContactMs, untold }: Partner): PartnerView['partner'] {
    const contactMs = serves ? lastContactMs : (sync.stores.upstream.get()?.lastContactMs ?? null);
    return {
      name,
      url,
      serves,
      since: toInstant(sinceMs),
      lastContactAt: toInstantOrNull(contactMs),
      isUntold: untold !== null,
      isEndedThere: !serves && engine.view.reason?.code === 'TOKEN_REFUSED',
    };
  }
}

function refuseForeign({ sync }: PartnerRoutes, caller: Caller): Failure<'FORBIDDEN'> | undefined {
  if (caller.enterpriseId === sync.enterpriseId) return undefined;
  return new Failure('FORBIDDEN', 'Only the organisation of this station decides about its sync.');
}

function mountState(http: FastifyInstance, context: PartnerRoutes): void {
  mount(http, contract.getPartner, ({ caller }) => refuseForeign(context, caller) ?? viewOf(context));

  mount(http, contract.listNearbyStations, async ({ caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    const found = await context.lan.view.discovery?.scan();
    const others = (found?.advertised ?? []).flatMap((each) => each.others);
    const urls = [...new Set(others.map(({ address, port }) => `https://${address}:${port}`))];
    const items = await Promise.all(urls.map(async (url) => ({ url, name: await nameAt(url) })));
    return { items };
  });
}

/** The name is only shown; the code proves which station it is. */
async function nameAt(url: string): Promise<string | null> {
  const answer = await askPeer(greetStation, { url, trust: () => true });
  return answer.kind === 'ok' ? answer.reply.name : null;
}

function mountPairing(http: FastifyInstance, context: PartnerRoutes): void {
  const { pairing } = context;
  mount(http, contract.startPartnerPairing, ({ body, caller }) => {
    const refused = refuseForeign(context, caller) ?? refusePairing(context);
    if (refused !== undefined) return refused;
    const url = readAddress(body.url, context.ownUrls());
    if (url instanceof Failure) return url;
    if (!url.startsWith('https:')) {
      const message = 'Must start with https, as the other station shows it under LAN access';
      return new Failure('VALIDATION_FAILED', `${message}.`, { details: [{ path: 'url', message }] });
    }
    pairing.start(url);
    return viewOf(context);
  });

  mount(http, contract.confirmPartnerPairing, ({ body, caller }) => {
    const refused = refuseForeign(context, caller) ?? refusePairing(context) ?? pairing.confirm(body.code);
    return refused ?? viewOf(context);
  });
}

/** A partner that has never called may be replaced: the power may have been cut while the two joined. */
function refusePairing(context: PartnerRoutes): Failure<'CONFLICT'> | undefined {
  const { sync, lan, partnership, role } = context;
  const { partner } = partnership;
  if (role === 'central') return new Failure('CONFLICT', 'A central works together with no station.');
  if (lan.fingerprint === null)
    return new Failure('CONFLICT', 'Allow LAN access first: the other station must reach this one.');
  if (partner !== null && (!partner.serves || partner.lastContactMs !== null || partner.untold !== null))
    return refuseWithPartner(partner);
  if (sync.stores.upstream.get() !== undefined)
    return new Failure('CONFLICT', 'This station has a central. Connect the other one to it too.');
  return refuseWithConflicts(sync);
}

/** A station with a partner has no central, and no second partner. */
export function refuseWithPartner(partner: Partner | null): Failure<'CONFLICT'> | undefined {
  if (partner === null) return undefined;
  const other = partner.name === null ? 'another station' : `“${partner.name}”`;
  return new Failure('CONFLICT', `This station works together with ${other}. End that first.`);
}

function mountEnd(http: FastifyInstance, context: PartnerRoutes): void {
  const { pairing, partnership } = context;
  mount(http, contract.takeOverFromPartner, async ({ body, caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    const { partner } = partnership;
    if (partner === null || partner.serves)
      return new Failure('CONFLICT', 'No other station serves this one.');
    const obstacle = await findObstacle(context, body.isPartnerGone);
    if (obstacle !== undefined) return obstacle;
    return (await partnership.becomeServing(partner)) ?? viewOf(context);
  });

  mount(http, contract.endPartner, async ({ caller }) => {
    const refused = refuseForeign(context, caller);
    if (refused !== undefined) return refused;
    const ended = pairing.view === null ? await partnership.end() : undefined;
    pairing.cancel();
    return ended ?? viewOf(context);
  });
}

/** Syncs a last time, and returns why this station cannot take over. */
async function findObstacle(
  { sync, engine, lan }: PartnerRoutes,
  isPartnerGone: boolean,
): Promise<Failure<'CONFLICT' | 'UPSTREAM_UNREACHABLE'> | undefined> {
  if (lan.fingerprint === null)
    return new Failure('CONFLICT', 'Allow LAN access first: the other station must reach this one.');
  engine.runNow('asked', false);
  await untilIdleWithin(engine, LAST_RUN_SEC);
  if (engine.view.state !== 'upToDate' && !isPartnerGone) {
    const message =
      'The other station does not answer, so the last changes there may be missing here. Turn it on, or confirm that it is gone.';
    return new Failure('UPSTREAM_UNREACHABLE', message);
  }
  return refuseWithConflicts(sync);
}

/** Served without a token: the two stations do not know each other yet. */
function mountForPeer(http: FastifyInstance, context: PartnerRoutes): void {
  const { pairing, role, ownName } = context;
  mountOpen(http, contract.greetStation, () => ({ name: role === 'central' ? null : ownName() }));
  mountOpen(http, contract.startStationPairing, ({ body }) => pairing.answerStart(body));
  mountOpen(http, contract.continueStationPairing, ({ body }) => pairing.answerContinue(body));
}

/** Served to the partner, with its token. */
function mountForPartner(http: FastifyInstance, { partnership }: PartnerRoutes): void {
  mount(http, contract.stepDown, ({ body, caller, address }) => {
    const url = `https://${address.replace(/^::ffff:/, '')}:${body.port}`;
    return partnership.stepDown(caller, { url, token: body.token });
  });
  mount(http, contract.leavePartner, ({ caller }) => partnership.leave(caller));
}
