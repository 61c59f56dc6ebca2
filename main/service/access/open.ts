import type { Database } from 'better-sqlite3';

import { READY_LABEL } from '../../../shared/domain/access/token-name.ts';
import {
  type DeviceId,
  type EnterpriseId,
  type TokenId,
  tokenIdSchema,
} from '../../../shared/contract/ids.ts';
import { bindKey } from '../kernel/data-folder/bind-key.ts';
import type { Caller } from '../kernel/http/caller.ts';
import type { Core } from '../kernel/kernel.ts';
import type { Module } from '../kernel/module.ts';
import { newEnterpriseId } from '../kernel/cells/cell.ts';
import { startPruning } from './cells/pruning.ts';
import { PasscodeHasher } from './people/passcode-hasher.ts';
import { ensureOwnEnterprise, type EnterpriseStore, openEnterpriseStore } from './enterprises/enterprises.ts';
import { mountPeople } from './people/routes.ts';
import { SignIn } from './sign-in/sign-in.ts';
import { openPeople } from './people/store.ts';
import { LaunchTokens } from './tokens/launch.ts';
import { aToken, mountTokens } from './sign-in/routes.ts';
import { openSigner } from './tokens/signer.ts';
import { openTokenStore, type RetainedTokens, type TokenStore } from './tokens/store.ts';
import { Tokens } from './tokens/tokens.ts';

/** What access needs from modules above it. */
type Requested = {
  /** The name of the cell, with which ids of its organisations begin. */
  readonly cell: string | undefined;
  /** Returns the hash of the station's own passcode; null if it has none. */
  readonly stationPasscode: () => string | null;
  /** Returns the organisation of a device; undefined if there is no such device. */
  readonly enterpriseOfDevice: (id: DeviceId) => EnterpriseId | undefined;
};

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
  /** Fingerprint of the key that signs the tokens. */
  readonly keyFingerprint: string;
  /** Reads which tokens of a replaced store stay valid, and which stay revoked. */
  retainedIn(replaced: Database): RetainedTokens;
  /** Returns true while a passcode opens the interface over the local network. */
  isAdministeredOverLan(): boolean;
  /** Returns the name of the person, or else of the token. */
  nameOf(caller: Caller): string | null;
};

/** Opens organisations, people and tokens, with the keys in `folder`. */
export async function openAccess(core: Core, folder: string, requested: Requested): Promise<Access> {
  const { db, clock, writer } = core;
  const store = openTokenStore(db);
  const signer = openSigner(folder);
  bindKey(db, signer.fingerprint);
  const enterprises = openEnterpriseStore(db);
  const tokens = new Tokens(store, signer, clock, enterprises.movedAway());
  const nameEnterprise = () => newEnterpriseId(requested.cell);
  const enterpriseId = ensureOwnEnterprise(enterprises, nameEnterprise, clock.now());
  const launch = new LaunchTokens();
  const stopPruning = startPruning(core);
  const people = openPeople(db);
  const hasher = new PasscodeHasher(core, people);
  const passcodes = new SignIn(core, requested.stationPasscode, people, hasher);
  const nameOfPerson = (id: string): string | undefined => people.find(id)?.name;
  const readyToken = await issueReadyToken(core, tokens, store, enterpriseId);

  return {
    enterprises,
    enterpriseId,
    tokens,
    store,
    readyToken,
    launch,
    keyFingerprint: signer.fingerprint,
    retainedIn: (replaced) => openTokenStore(replaced).retained(),
    isAdministeredOverLan: () => passcodes.isPossible,
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
      const { enterpriseOfDevice } = requested;
      const rules = {
        ownEnterpriseId: enterpriseId,
        enterprises,
        enterpriseOfDevice,
        nameEnterprise,
        nowMs: () => clock.now(),
        sessionOf: (id: TokenId) => store.find(id)?.sessionId ?? null,
      };
      mountTokens(http, { clock, writer, store, tokens, launch, rules, passcodes, nameOf: nameOfPerson });
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
