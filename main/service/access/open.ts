import type { Database } from 'better-sqlite3';
import type { FastifyInstance } from 'fastify';

import { READY_LABEL } from '../../../shared/domain/access/token-name.ts';
import { type EnterpriseId, type TokenId, tokenIdSchema } from '../../../shared/contract/ids.ts';
import { bindKey } from '../kernel/data-folder/bind-key.ts';
import type { Caller } from '../kernel/http/caller.ts';
import type { Core } from '../kernel/kernel.ts';
import type { Module } from '../kernel/module.ts';
import { newEnterpriseId } from '../kernel/cells/cell.ts';
import { startPruning } from './cells/pruning.ts';
import { openStationPasscode, type StationPasscode } from './sign-in/station-passcode.ts';
import { PasscodeHasher } from './people/passcode-hasher.ts';
import { ensureOwnEnterprise, type EnterpriseStore, openEnterpriseStore } from './enterprises/enterprises.ts';
import { mountPeople } from './people/routes.ts';
import { SignIn } from './sign-in/sign-in.ts';
import { openPeople } from './people/store.ts';
import { LaunchTokens } from './tokens/launch.ts';
import { aToken, mountIssuing, mountTokens } from './sign-in/routes.ts';
import type { EnterpriseOfDevice } from './tokens/issue.ts';
import { openSigner } from './tokens/signer.ts';
import { openTokenStore, type RetainedTokens, type TokenStore } from './tokens/store.ts';
import { Tokens } from './tokens/tokens.ts';

/** Permissions: organisations, people, passcodes and tokens. */
export type Access = Module & {
  readonly enterprises: EnterpriseStore;
  /** The station's own organisation. */
  readonly enterpriseId: EnterpriseId;
  readonly tokens: Tokens;
  readonly store: TokenStore;
  /** The enterprise token of the ready line, the same at every start until it is revoked. */
  readonly readyToken: string;
  readonly launch: LaunchTokens;
  readonly stationPasscode: StationPasscode;
  /** Fingerprint of the key that signs the tokens. */
  readonly keyFingerprint: string;
  /** Reads which tokens of a replaced store stay valid, and which stay revoked. */
  retainedIn(replaced: Database): RetainedTokens;
  /** Returns true while a passcode opens the interface over the local network. */
  isAdministeredOverLan(): boolean;
  /** Serves the issuing of tokens. The devices, which tokens may be for, are above this module. */
  mountIssuing(http: FastifyInstance, enterpriseOfDevice: EnterpriseOfDevice): void;
  /** Returns the name of the person, or else of the token. */
  nameOf(caller: Caller): string | null;
};

/**
 * Opens organisations, people and tokens, with the keys in `folder`. The ids of organisations begin with the name of
 * the `cell`, where there is one.
 */
export async function openAccess(core: Core, folder: string, cell: string | undefined): Promise<Access> {
  const { db, clock, writer } = core;
  const store = openTokenStore(db);
  const signer = openSigner(folder);
  bindKey(db, signer.fingerprint);
  const enterprises = openEnterpriseStore(db);
  const tokens = new Tokens(store, signer, clock, enterprises.movedAway());
  const nameEnterprise = () => newEnterpriseId(cell);
  const enterpriseId = ensureOwnEnterprise(enterprises, nameEnterprise, clock.now());
  const launch = new LaunchTokens();
  const stopPruning = startPruning(core);
  const people = openPeople(db);
  const hasher = new PasscodeHasher(core, people);
  const stationPasscode = openStationPasscode(db, tokens);
  const passcodes = new SignIn(core, stationPasscode, people, hasher);
  const nameOfPerson = (id: string): string | undefined => people.find(id)?.name;
  const rules = {
    ownEnterpriseId: enterpriseId,
    enterprises,
    nameEnterprise,
    nowMs: () => clock.now(),
    sessionOf: (id: TokenId) => store.find(id)?.sessionId ?? null,
  };
  const tokenRoutes = { clock, writer, store, tokens, launch, rules, passcodes, nameOf: nameOfPerson };
  const readyToken = await issueReadyToken(core, tokens, store, enterpriseId);

  return {
    enterprises,
    enterpriseId,
    tokens,
    store,
    readyToken,
    launch,
    stationPasscode,
    keyFingerprint: signer.fingerprint,
    retainedIn: (replaced) => openTokenStore(replaced).retained(),
    isAdministeredOverLan: () => passcodes.isPossible,
    mountIssuing: (http, enterpriseOfDevice) => mountIssuing(http, tokenRoutes, enterpriseOfDevice),
    nameOf: ({ personId, tokenId }) =>
      (personId === null ? store.find(tokenId)?.label : nameOfPerson(personId)) ?? null,
    stop: stopPruning,
    names: {
      inPath: {
        personId: nameOfPerson,
        tokenId(id) {
          const known = tokenIdSchema.safeParse(id).data;
          return known === undefined ? undefined : (store.find(known)?.label ?? undefined);
        },
      },
    },
    mount(http) {
      mountTokens(http, tokenRoutes);
      mountPeople(http, { core, people, hasher, tokens, ownEnterpriseId: enterpriseId });
    },
  };
}

async function issueReadyToken(
  core: Core,
  tokens: Tokens,
  store: TokenStore,
  enterpriseId: EnterpriseId,
): Promise<string> {
  const requested = { ...aToken(enterpriseId), kind: 'ready', label: READY_LABEL } as const;
  return tokens.sign(store.ready() ?? (await core.writer.run(() => tokens.add(requested))));
}
