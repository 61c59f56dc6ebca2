import { hostname } from 'node:os';

import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import type { ProfileStore } from '../../configuration/index.ts';
import type { Records } from '../../devices/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { Module } from '../../kernel/module.ts';
import type { MdnsEndpoint } from '../../../mdns/socket.ts';
import { type AdbLocation, adbLocationOf, AdbServer } from '../../../adb/adb-server.ts';
import { AdbAgents } from '../adb-agents/agents.ts';
import type { FindHosts } from '../adb-agents/search.ts';
import { CableBench } from './bench.ts';
import { knownSlot } from './known.ts';
import { CableLibrary, type LibraryParts } from './library.ts';
import { type CableStore, openCableStore } from '../carts/cable-store.ts';
import { USB_FOLDER } from '../adb/usb-tree.ts';
import { WirelessHeadsets } from '../wireless/wireless.ts';

/** Location of adb, of the USB ports of this computer, and of headsets on the Wi-Fi; absent: the usual ones. */
export type CableLocation = {
  readonly adb?: AdbLocation;
  readonly usbFolder?: string;
  readonly mdns?: MdnsEndpoint;
  readonly findHosts?: FindHosts;
};

/** Dependencies of preparing by cable. */
export type CableParts = {
  readonly profiles: ProfileStore;
  readonly library: LibraryParts;
  readonly place: CableLocation | undefined;
  readonly ownEnterpriseId: EnterpriseId;
  readonly findHosts: FindHosts;
  /** Returns the loopback URL of this station; empty before it listens. */
  readonly url: () => string;
  /**
   * Returns the URL of the station for headsets: the given one, else over the local network; null while there is none.
   */
  readonly reach: (
    input: string | null,
  ) => { readonly url: string; readonly fingerprint: string | null } | null;
};

/** Opens detection of headsets connected to this computer by cable, preparing them by a recipe, and their enrolment. */
export function openCable(records: Records, parts: CableParts): Required<Pick<Module, 'mount' | 'stop'>> {
  const { profiles, place, ownEnterpriseId, reach } = parts;
  const { core } = records;
  const store = openCableStore(core.db, core.vault);
  const library = new CableLibrary(parts.library);
  const adb = place?.adb ?? adbLocationOf(process.env);
  const usbFolder = place?.usbFolder ?? USB_FOLDER;
  // As adb itself, Muster looks for no headset on the network with ADB_MDNS=0.
  const mdns = place?.mdns ?? (process.env['ADB_MDNS'] === '0' ? null : undefined);
  // The name of the computer is what people know it by.
  const name = { id: ownEnterpriseId, name: hostname() };
  const findHosts = place?.findHosts ?? parts.findHosts;
  const agents = new AdbAgents({ records, name, adbPort: adb.port, url: parts.url, mdns, findHosts });
  const server = new AdbServer(adb);
  const bench = new CableBench({ records, profiles, agents, store, library, server, usbFolder, reach, name });
  const wireless = new WirelessHeadsets({
    server,
    mdns,
    slotOf(serial) {
      const slot = knownSlot({ records, store }, ownEnterpriseId, { serial, macAddress: null });
      return slot === undefined ? null : { id: slot.id, label: slot.label };
    },
  });
  return {
    mount(http) {
      mountCable(http, records, { bench, store, library, ownEnterpriseId });
      mountAdbHeadsets(http, records, { agents, ownEnterpriseId });
      mountWireless(http, { wireless, ownEnterpriseId });
      http.addHook('onListen', (done) => {
        agents.resume().catch((error: unknown) => core.log.error({ err: error }, 'agents over adb'));
        done();
      });
    },
    stop: async () => void (await Promise.all([agents.stop(), wireless.stop(), bench.stop()])),
  };
}

type Served = Pick<CableParts, 'ownEnterpriseId'> & {
  readonly bench: CableBench;
  readonly agents: AdbAgents;
  readonly store: CableStore;
  readonly library: CableLibrary;
};

function mountCable(
  http: FastifyInstance,
  records: Records,
  { bench, store, library, ownEnterpriseId }: Omit<Served, 'agents'>,
): void {
  const { core } = records;
  const own = ownEnterpriseId;

  mount(http, contract.getCable, ({ caller }) => refuse(caller, own) ?? bench.view(own));

  mount(http, contract.getCableRecipe, async ({ query, caller }) => {
    const refusal = refuse(caller, own);
    if (refusal !== undefined) return refusal;
    const stored = store.recipe(own, query.cart);
    if (stored === undefined) return { recipe: null, hasWifiPassword: false, agent: null };
    const { recipe, hasPassword: hasWifiPassword } = stored;
    const contents = library.contentsOf(own, recipe);
    if (contents instanceof Failure) return { recipe, hasWifiPassword, agent: null };
    if (contents.agent === null) return { recipe, hasWifiPassword, agent: null };
    const { sha256, name, apk } = contents.agent;
    const { packageName, versionName, versionCode } = apk;
    const signer = library.signerOf(sha256);
    return { recipe, hasWifiPassword, agent: { name, packageName, versionName, versionCode, signer } };
  });

  mount(http, contract.setCableRecipe, ({ body, caller }) => {
    const refusal = refuse(caller, own);
    if (refusal !== undefined) return refusal;
    const contents = library.contentsOf(own, body);
    if (contents instanceof Failure) return contents;
    return core.writer.run(() => {
      store.putRecipe(own, body);
      return store.recipe(own, body.cart)?.recipe ?? body;
    });
  });

  mount(http, contract.previewCable, async ({ body, caller }) => {
    const plan = refuse(caller, own) ?? bench.planOf(own, body.cart);
    return plan instanceof Failure ? plan : { items: await bench.preview(plan) };
  });

  mount(http, contract.startCable, async ({ body, caller }) => {
    const refusal = refuse(caller, own) ?? (await bench.start(own, body.cart));
    return refusal ?? bench.view(own);
  });

  mount(http, contract.stopCable, ({ caller }) => {
    const refusal = refuse(caller, own);
    if (refusal !== undefined) return refusal;
    bench.pause();
    return bench.view(own);
  });

  mount(http, contract.retryCable, ({ body, caller }) => {
    const refusal = refuse(caller, own) ?? bench.retry(own, body.serial, body.takesOver);
    return refusal ?? bench.view(own);
  });

  mount(http, contract.setCableSlot, ({ body, caller }) => {
    const record = refuse(caller, own) ?? findDevice(records, body.deviceId, { reach: new Set([own]) });
    if (record instanceof Failure) return record;
    const refusal = bench.choose(body.serial, record);
    return refusal ?? bench.view(own);
  });
}

/** Serves what concerns headsets that this station manages over adb. */
function mountAdbHeadsets(
  http: FastifyInstance,
  records: Records,
  { agents, ownEnterpriseId: own }: Pick<Served, 'agents' | 'ownEnterpriseId'>,
): void {
  const refuseFor = (caller: Caller, ids: readonly string[]) =>
    refuse(caller, own) ??
    ids
      .map((id) => findDevice(records, id, { reach: new Set([own]) }))
      .find((each) => each instanceof Failure);

  mount(
    http,
    contract.setAdbWifi,
    async ({ body: { devicesId, isOpen }, caller }) =>
      refuseFor(caller, devicesId) ?? { items: await agents.setWifi(devicesId, isOpen) },
  );

  mount(
    http,
    contract.takeOverAdb,
    ({ body: { devicesId }, caller }) => refuseFor(caller, devicesId) ?? { items: agents.reclaim(devicesId) },
  );
}

/** Serves pairing with headsets that show a code. */
function mountWireless(
  http: FastifyInstance,
  {
    wireless,
    ownEnterpriseId: own,
  }: { readonly wireless: WirelessHeadsets; readonly ownEnterpriseId: EnterpriseId },
): void {
  mount(http, contract.getWireless, ({ caller }) => refuse(caller, own) ?? wireless.view());

  mount(
    http,
    contract.pairWireless,
    ({ body, caller }) => refuse(caller, own) ?? wireless.pair(body.address, body.code),
  );

  mount(
    http,
    contract.connectWireless,
    ({ body, caller }) => refuse(caller, own) ?? wireless.connect(body.address),
  );
}

/** The ports are those of this computer: other organisations can neither see nor use the headsets connected to them. */
function refuse({ enterpriseId }: Caller, ownEnterpriseId: string): Failure<'FORBIDDEN'> | undefined {
  return enterpriseId === ownEnterpriseId
    ? undefined
    : new Failure('FORBIDDEN', 'Only the organisation of this station prepares headsets by cable.');
}
