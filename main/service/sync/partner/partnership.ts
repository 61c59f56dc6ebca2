import { leavePartner, stepDown } from '../../../../shared/contract/sync/partner.ts';
import type { Tokens } from '../../access/index.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { retryDelayMs } from '../../kernel/outgoing/retry.ts';
import type { AfterCommit } from '../../kernel/store/after-commit.ts';
import type { Network } from '../../network/index.ts';
import type { Engine } from '../engine/engine.ts';
import { createAtCentral } from '../merge/create-at-central.ts';
import type { SyncParts } from '../records/parts.ts';
import { removeLinks, saveUpstream } from '../routes/connect.ts';
import type { Peer } from './pairing.ts';
import { askPeer } from './peer.ts';
import { type Partner, type PartnerSetting, trustFor } from './record.ts';

export type PartnershipParts = {
  readonly sync: SyncParts;
  readonly engine: Engine;
  readonly setting: PartnerSetting;
  readonly tokens: Tokens;
  readonly lan: Network['lan'];
};

/** How often the last contact is stored at most, in ms. */
const CONTACT_MS = 60_000;

/** Two stations without a central: one of them serves the other as its central. */
export class Partnership {
  readonly #parts: PartnershipParts;
  #timer: NodeJS.Timeout | undefined;
  #attempts = 0;
  #isCreating = false;
  #isStopped = false;
  #work: Promise<void> = Promise.resolve();

  constructor(parts: PartnershipParts) {
    this.#parts = parts;
  }

  get partner(): Partner | null {
    return this.#parts.setting.get();
  }

  /** Continues to notify the former serving station, if it does not know yet. */
  start(): void {
    this.#scheduleNotice(0);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#work;
  }

  /** Stores that this station serves the other one; returns the token for it. */
  serve(peer: Peer): Promise<string> {
    return this.#write((afterCommit) => {
      const { token, id } = this.#addToken(peer.name);
      this.#revoke(this.partner, afterCommit);
      this.#put({ ...this.#newPartner(peer, true), tokenId: id }, afterCommit);
      return token;
    });
  }

  /** Stores that the other station serves this one, and syncs. */
  async join(peer: Peer, token: string): Promise<void> {
    const { sync, engine } = this.#parts;
    await this.#follow(peer.url, token, (afterCommit) => {
      this.#revoke(this.partner, afterCommit);
      this.#put(this.#newPartner(peer, false), afterCommit);
    });
    sync.records.core.log.info({ url: peer.url }, 'this station is served by another one');
    await engine.restart();
  }

  /** Makes this station the serving one. Everything was synced before, or cannot be. */
  async becomeServing(partner: Partner): Promise<Failure<'CONFLICT'> | undefined> {
    const { sync, engine } = this.#parts;
    const { vault } = sync.records.core;
    const own = sync.stores.upstream.get()?.token;
    const refused = await this.#write((afterCommit) => {
      const open = refuseWithConflicts(sync);
      if (open !== undefined) return open;
      const { token, id } = this.#addToken(partner.name);
      const untold = own === undefined ? null : { own, next: vault.seal(token) };
      const sinceMs = sync.records.core.clock.now();
      this.#put({ ...partner, serves: true, sinceMs, tokenId: id, lastContactMs: null, untold }, afterCommit);
      removeLinks(sync);
      sync.stores.upstream.remove();
      return undefined;
    });
    if (refused !== undefined) return refused;
    await engine.restart();
    this.#attempts = 0;
    this.#scheduleNotice(0);
    await this.#work;
    return undefined;
  }

  /** The other station has taken over. It may say so again, if it did not get the answer. */
  async stepDown(
    caller: Caller,
    { url, token }: { readonly url: string; readonly token: string },
  ): Promise<{ isDone: boolean } | Failure<'CONFLICT'>> {
    const { partner } = this;
    if (partner?.tokenId !== caller.tokenId) return notPartners();
    if (!partner.serves) return { isDone: true };
    await this.#follow(url, token, (afterCommit) =>
      this.#put({ ...partner, url, serves: false, lastContactMs: null, untold: null }, afterCommit),
    );
    await this.#parts.engine.restart();
    return { isDone: true };
  }

  /** The other station has ended it. */
  async leave(caller: Caller): Promise<{ isDone: boolean } | Failure<'CONFLICT'>> {
    if (this.partner?.tokenId !== caller.tokenId) return notPartners();
    return (await this.#remove()) ?? { isDone: true };
  }

  /** Ends it here, and tells the other station if it answers. */
  async end(): Promise<Failure<'CONFLICT'> | undefined> {
    const { partner } = this;
    if (partner === null) return undefined;
    const { sync } = this.#parts;
    const sealed = partner.serves ? partner.untold?.own : sync.stores.upstream.get()?.token;
    const token = sealed === undefined ? undefined : sync.records.core.vault.unseal(sealed);
    const refused = await this.#remove();
    if (refused === undefined && token !== undefined) await this.#ask(leavePartner, partner, { token });
    return refused;
  }

  /** Called after each request of the other station. */
  async noteContact(caller: Caller): Promise<void> {
    const { partner } = this;
    const nowMs = this.#parts.sync.records.core.clock.now();
    if (partner === null || !partner.serves || partner.tokenId !== caller.tokenId) return;
    if (partner.lastContactMs !== null && Math.abs(nowMs - partner.lastContactMs) < CONTACT_MS) return;
    await this.#change({ lastContactMs: nowMs });
  }

  /** Called when the state of sync may have changed. */
  onView(): void {
    const { partner } = this;
    const { engine } = this.#parts;
    if (this.#isStopped || partner === null || partner.serves) return;
    const { state, reason } = engine.view;
    if (state === 'upToDate') this.#do(() => this.#createSlots(partner));
    else if (state === 'offline' && reason !== null) this.#do(() => this.#findAgain(partner));
  }

  /** Creates slots at the serving station for devices that only this one has. */
  async #createSlots(partner: Partner): Promise<void> {
    const { sync, engine } = this.#parts;
    // It is certain now that the former serving station has the token for its own sync.
    if (partner.tokenId !== null) await this.#dropToken(partner.tokenId);
    const { central } = engine;
    if (central === undefined || sync.stores.links.countUnlinked(sync.enterpriseId) === 0) return;
    const done = await createAtCentral(sync, central, { devicesId: undefined, keepsIds: true });
    if (!(done instanceof Failure) && done.created > 0) engine.runNow('changed', false);
  }

  /** Looks for the serving station on the local network, where it may have another address now. */
  async #findAgain(partner: Partner): Promise<void> {
    const { sync, engine, lan } = this.#parts;
    const url = await findUrl(lan, partner);
    const upstream = sync.stores.upstream.get();
    if (url === undefined || upstream === undefined || this.partner !== partner) return;
    await this.#write((afterCommit) => {
      sync.stores.upstream.put(url, upstream.token, upstream.part);
      this.#put({ ...partner, url }, afterCommit);
    });
    await engine.restart('again');
  }

  /** One piece of work at a time. */
  #do(work: () => Promise<void>): void {
    if (this.#isCreating) return;
    this.#isCreating = true;
    const { log } = this.#parts.sync.records.core;
    this.#work = work()
      .catch((error: unknown) => log.warn({ err: error }, 'the other station could not be followed'))
      .finally(() => (this.#isCreating = false));
  }

  #scheduleNotice(inMs: number): void {
    clearTimeout(this.#timer);
    if (this.#isStopped || (this.partner?.untold ?? null) === null) return;
    const notify = (): void => {
      const again = (): void => this.#scheduleNotice(retryDelayMs(this.#attempts, Math.random()));
      this.#work = this.#notify().then(again, again);
    };
    if (inMs === 0) return notify();
    this.#timer = setTimeout(notify, inMs).unref();
  }

  /** Notifies the former serving station that this one took over, until it answers. */
  async #notify(): Promise<void> {
    const { sync, lan } = this.#parts;
    const { partner } = this;
    const { vault } = sync.records.core;
    if (partner === null || partner.untold === null) return;
    this.#attempts += 1;
    const [own, next] = [vault.unseal(partner.untold.own), vault.unseal(partner.untold.next)];
    const port = lan.choice?.port;
    if (own === undefined || next === undefined || port === undefined) return;
    const answer = await this.#ask(stepDown, partner, { token: own, body: { token: next, port } });
    if (this.partner !== partner) return;
    // Refused: it was ended there.
    if (answer.kind !== 'unreachable') return this.#change({ untold: null });
    const url = await findUrl(lan, partner);
    if (url !== undefined && this.partner === partner) await this.#change({ url });
  }

  #ask(
    endpoint: typeof stepDown | typeof leavePartner,
    partner: Partner,
    request: { readonly token: string; readonly body?: object },
  ) {
    const trust = trustFor(partner, partner.url) ?? (() => false);
    return askPeer(endpoint, { url: partner.url, trust, ...request });
  }

  #newPartner({ name, url, fingerprint }: Peer, serves: boolean): Partner {
    const sinceMs = this.#parts.sync.records.core.clock.now();
    return { name, url, fingerprint, serves, sinceMs, tokenId: null, lastContactMs: null, untold: null };
  }

  #addToken(name: string | null): { token: string; id: Partner['tokenId'] } {
    const { tokens, sync } = this.#parts;
    const token = tokens.add({
      scope: 'enterprise',
      kind: 'issued',
      label: name,
      enterpriseId: sync.enterpriseId,
      deviceId: null,
      fleetAccess: [],
      expiresInSec: null,
      isPartner: true,
    });
    return { token: tokens.sign(token), id: token.id };
  }

  async #follow(url: string, token: string, also: (afterCommit: AfterCommit) => void): Promise<void> {
    const { sync } = this.#parts;
    const input = { url, token, enterpriseId: null, part: null, startsOver: true, isPartner: true };
    await saveUpstream(sync, input, also);
  }

  async #remove(): Promise<Failure<'CONFLICT'> | undefined> {
    const { sync, engine } = this.#parts;
    const { partner } = this;
    const refused = await this.#write((afterCommit) => {
      const open = refuseWithConflicts(sync);
      if (open !== undefined) return open;
      this.#revoke(partner, afterCommit);
      this.#put(null, afterCommit);
      if (partner?.serves !== false) return undefined;
      removeLinks(sync);
      sync.stores.upstream.remove();
      return undefined;
    });
    if (refused === undefined) await engine.restart();
    return refused;
  }

  async #dropToken(tokenId: NonNullable<Partner['tokenId']>): Promise<void> {
    await this.#write((afterCommit) => {
      this.#parts.tokens.revoke(tokenId, afterCommit);
      const { partner } = this;
      if (partner !== null) this.#put({ ...partner, tokenId: null }, afterCommit);
    });
  }

  #revoke(partner: Partner | null, afterCommit: AfterCommit): void {
    if (partner !== null && partner.tokenId !== null) this.#parts.tokens.revoke(partner.tokenId, afterCommit);
  }

  #change(values: Partial<Partner>): Promise<void> {
    return this.#write((afterCommit) => {
      const { partner } = this;
      if (partner !== null) this.#put({ ...partner, ...values }, afterCommit);
    });
  }

  #put(partner: Partner | null, afterCommit: AfterCommit): void {
    afterCommit(this.#parts.setting.put(partner));
  }

  #write<Result>(work: (afterCommit: AfterCommit) => Result): Promise<Result> {
    return this.#parts.sync.records.core.writer.run(work);
  }
}

/** Conflicts go with the connection, so that both values of each must have been seen before. */
export function refuseWithConflicts({ stores }: SyncParts): Failure<'CONFLICT'> | undefined {
  const open = stores.conflicts.countOpen();
  return open === 0 ? undefined : new Failure('CONFLICT', `Decide the open conflicts first: ${open}.`);
}

function notPartners(): Failure<'CONFLICT'> {
  return new Failure('CONFLICT', 'These stations do not work together.');
}

/** Returns another URL at which this station was found on the local network. */
async function findUrl(lan: Network['lan'], { url, fingerprint }: Partner): Promise<string | undefined> {
  const found = await lan.view.discovery?.scan();
  const urls = (found?.advertised ?? [])
    .flatMap(({ others }) => others)
    .filter((each) => each.fingerprint === fingerprint)
    .map(({ address, port }) => `https://${address}:${port}`);
  return urls.includes(url) ? undefined : urls[0];
}
