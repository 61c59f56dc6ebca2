import type { FastifyInstance } from 'fastify';

import { EPOCH_HEADER } from '../../shared/contract/devices/devices.ts';
import type { EnterpriseId } from '../../shared/contract/ids.ts';
import type { Activity } from '../../shared/service-port.ts';
import { READY_LABEL } from '../../shared/domain/access/token-name.ts';
import { ChangeFeed } from './kernel/event-bus.ts';
import type { Clock } from './kernel/clock.ts';
import { AuditLog, recordWrites, openCare, startJobs } from './operations/index.ts';
import type { Core } from './kernel/kernel.ts';
import { openRecords, type Records } from './devices/index.ts';
import { openCommandRecords } from './commands/index.ts';
import { openStatisticsRecords } from './statistics/index.ts';
import {
  ensureOwnEnterprise,
  mountPeople,
  openPeople,
  PasscodeBook,
  SignIn,
  aToken,
  type KeptTokens,
  type IssuingRules,
  LaunchTokens,
  mountTokens,
  openSigner,
  openTokenStore,
  type TokenStore,
  Tokens,
} from './access/index.ts';
import { openLanSettings, LanSwitch } from './network/index.ts';
import type { Caller } from './kernel/http/caller.ts';
import { EventStreams } from './kernel/streams/event-stream.ts';
import { isLoopbackAddress } from './kernel/http/host-check.ts';
import { serveInterface } from './kernel/openapi/interface-files.ts';
import { DEFAULT_LIMITS } from './kernel/http/rate-limit.ts';
import { buildServer } from './kernel/http/server.ts';
import { Links } from './kernel/connections.ts';
import { openLog } from './kernel/log.ts';
import { LogFile } from './kernel/log-file.ts';
import { newId } from './kernel/new-id.ts';
import type { ServiceOptions } from './options.ts';
import { DataFolder } from './kernel/data-folder/folder.ts';
import { markStore } from './kernel/data-folder/key-mark.ts';
import { Vault } from './kernel/vault.ts';
import { mountFeatures, type StationRecords } from './mount-features.ts';
import type { StationHost } from './kernel/station-host.ts';
import { openSubjectNames } from './subject-names.ts';

/** A station that is built and not yet listening. */
export type Station = {
  readonly http: FastifyInstance;
  readonly core: Core;
  readonly enterpriseId: EnterpriseId;
  /** The enterprise token of the ready line, the same at every start until it is revoked. */
  readonly readyToken: string;
  readonly launch: LaunchTokens;
  /** Where headsets reach it over the local network. */
  readonly lan: Pick<LanSwitch, 'urls' | 'fingerprint' | 'problem'>;
  /** Stops the jobs, finishes the writes, folds the log into the store and lets the folder go. The listener is closed before. */
  close(): Promise<void>;
  /** Checks the store where that was put off at the start; answers what is wrong with it. */
  findDamage(): Promise<string | undefined>;
  /** Opens the listener on the local network where the options ask for one. @throws when its port is taken. */
  openLan(): Promise<void>;
  /** What it has to do just now. */
  activity(): Activity;
  /** True while nothing is deleted for its age, because the clock was set. */
  isHolding(): boolean;
  /** Tokens that stay when the station goes back to a backup. */
  keptTokens(): KeptTokens;
  /** Takes them up in the store that took the other's place. */
  takeUp(tokens: KeptTokens): Promise<void>;
  /** Ends every open stream and the listener on the local network, so that the other one can close. */
  endStreams(): Promise<void>;
};

/** Opens everything a station consists of, in order; what was opened is closed again when a later step fails. */
export async function openStation(options: ServiceOptions, host: StationHost): Promise<Station> {
  const folder = DataFolder.open(options.dataFolder, options.recover);
  try {
    return await assemble(options, host, folder);
  } catch (error) {
    await folder.abandon();
    throw error;
  }
}

async function assemble(options: ServiceOptions, host: StationHost, folder: DataFolder): Promise<Station> {
  const { clock, dataFolder } = options;
  const startedAtMs = clock.now();
  const { core, logFile } = openCore(options, folder, startedAtMs);
  const { db, log, writer, vault } = core;
  const { tokenStore, tokens, keyMark } = openTokens(folder, clock);
  const records = openStationRecords(core, tokens, options.refusesUnknownTypes);
  const enterpriseId = ensureOwnEnterprise(records.enterprises, newId, startedAtMs);
  const readyToken = await giveReadyToken(core, tokens, tokenStore, enterpriseId);
  const launch = new LaunchTokens();
  const streams = new EventStreams(tokens, clock);
  const lan = new LanSwitch(dataFolder, vault, options.lan);
  const lanSettings = openLanSettings(db);
  const signing = openSigningIn(core, lanSettings);
  const http = await buildServer({
    log,
    authenticator: tokens,
    isAdministeredOverLan: () => signing.signIn.isPossible,
    ...serverChecks(options),
  });
  if (options.role === 'central') nameEpoch(http, core);
  const audit = startAudit(http, core, enterpriseId, { tokenStore, nameOf: signing.nameOf });
  const care = openCare(core, dataFolder, logFile);
  const lanParts = { lan, lanSettings };
  const parts = { records, enterpriseId, keyMark, streams, host, startedAtMs, ...lanParts, care, audit };
  const features = mountFeatures(http, options, parts);
  const rules = issuingRules(records, enterpriseId);
  mountTokens(http, { clock, writer, store: tokenStore, tokens, launch, rules, ...signing.forTokens });
  mountPeople(http, { core, ...signing.forPeople, tokens, ownEnterpriseId: enterpriseId });
  serveInterface(http, options.interfaceFolder);

  const jobs = startJobs(core, records, care);
  return {
    http,
    core,
    enterpriseId,
    readyToken,
    launch,
    lan,
    openLan: () => openLan(options, lan, [{ http, stationId: enterpriseId, log }, lanSettings.get()]),
    async endStreams() {
      jobs.abort();
      const stopped = features.stop();
      streams.close();
      await Promise.all([lan.close(), stopped]);
    },
    activity: () => features.activity(),
    isHolding: () => care.clock.isHolding,
    keptTokens: () => tokenStore.kept(),
    takeUp: (kept) => core.writer.run(() => tokenStore.takeUp(kept, clock.now())),
    async close() {
      await records.rollUps.stop();
      await care.clock.keep();
      await folder.close();
      logFile.end();
    },
    findDamage: () => folder.findDamage(),
  };
}

/** Every answer of a central says which unbroken history it belongs to. */
function nameEpoch(http: FastifyInstance, { epoch }: Core): void {
  http.addHook('onRequest', (_request, reply, done) => {
    void reply.header(EPOCH_HEADER, epoch.id);
    done();
  });
}

/** Opens what every feature stands on. */
function openCore(
  { clock, dataFolder, logLevel, masterKey }: ServiceOptions,
  folder: DataFolder,
  nowMs: number,
) {
  const { db, writer } = folder;
  const logFile = new LogFile(dataFolder);
  const log = openLog(logLevel, logFile);
  const vault = new Vault(dataFolder, masterKey);
  const changes = new ChangeFeed(nowMs);
  const core: Core = { db, clock, log, writer, changes, links: new Links(), vault, epoch: folder.epoch };
  return { core, logFile };
}

/** Writes down who does what, with the names that people, tokens and things have at that moment. */
function startAudit(
  http: FastifyInstance,
  core: Core,
  ownEnterpriseId: EnterpriseId,
  names: { readonly tokenStore: TokenStore; readonly nameOf: (personId: string) => string | undefined },
): AuditLog {
  const { tokenStore, nameOf } = names;
  const audit = new AuditLog(core);
  const whoIs = ({ personId, tokenId }: Caller): string | null =>
    (personId === null ? tokenStore.find(tokenId)?.label : nameOf(personId)) ?? null;
  const subjects = openSubjectNames(core.db, tokenStore, nameOf);
  recordWrites(http, { core, audit, ownEnterpriseId, nameOf: whoIs, subjects });
  return audit;
}

/** Opens who may sign in, and by which passcode. */
function openSigningIn(core: Core, lanSettings: ReturnType<typeof openLanSettings>) {
  const people = openPeople(core.db);
  const book = new PasscodeBook(core, people);
  const signIn = new SignIn(core, () => lanSettings.get().passcode, people, book);
  const nameOf = (personId: string): string | undefined => people.find(personId)?.name;
  return { signIn, nameOf, forTokens: { passcodes: signIn, nameOf }, forPeople: { people, book } };
}

/** Opens the tokens and the key that signs them, and notes in the store that the key is the store's. */
function openTokens({ path, db }: DataFolder, clock: Clock) {
  const tokenStore = openTokenStore(db);
  const signer = openSigner(path);
  markStore(db, signer.fingerprint);
  return { tokenStore, tokens: new Tokens(tokenStore, signer, clock), keyMark: signer.fingerprint };
}

/** A central has no local network, also in a folder that was a station's with one. */
async function openLan(
  { role }: ServiceOptions,
  lan: LanSwitch,
  given: Parameters<LanSwitch['open']>,
): Promise<void> {
  if (role === 'station') await lan.open(...given);
}

function openStationRecords(core: Core, tokens: Tokens, refusesUnknownTypes: boolean): StationRecords {
  return openStatisticsRecords(openCommandRecords(openRecords(core, tokens, refusesUnknownTypes)));
}

function issuingRules(records: Records, ownEnterpriseId: EnterpriseId): IssuingRules {
  return {
    ownEnterpriseId,
    enterprises: records.enterprises,
    enterpriseOfDevice: (id) => records.devices.find(id)?.enterpriseId,
  };
}

function serverChecks({ rateLimit, host, checksReplies }: ServiceOptions) {
  const isLoopback = host === 'localhost' || isLoopbackAddress(host);
  return { limits: limitsOf(rateLimit), isLoopback, checksReplies };
}

function limitsOf(rateLimit: number | undefined) {
  if (rateLimit === 0) return undefined;
  return rateLimit === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, enterprise: rateLimit };
}

async function giveReadyToken(
  core: Core,
  tokens: Tokens,
  store: ReturnType<typeof openTokenStore>,
  enterpriseId: EnterpriseId,
): Promise<string> {
  const known = store.ready();
  const token =
    known ??
    (await core.writer.run(() => tokens.add({ ...aToken(enterpriseId), kind: 'ready', label: READY_LABEL })));
  return tokens.sign(token);
}
