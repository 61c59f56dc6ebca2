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
import { type AdbLocation, adbLocationOf } from '../adb/adb-server.ts';
import { CableBench } from './bench.ts';
import { CableLibrary, type LibraryParts } from './library.ts';
import { type CableStore, openCableStore } from './store.ts';
import { USB_FOLDER } from '../adb/usb-tree.ts';

/** Location of adb and of the USB ports of this computer; absent: the usual ones. */
export type CableLocation = { readonly adb?: AdbLocation; readonly usbFolder?: string };

/** Dependencies of preparing by cable. */
export type CableParts = {
  readonly profiles: ProfileStore;
  readonly library: LibraryParts;
  readonly place: CableLocation | undefined;
  readonly ownEnterpriseId: EnterpriseId;
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
  const bench = new CableBench({ records, profiles, store, library, adb, usbFolder, reach });
  return {
    mount: (http) => mountCable(http, records, { bench, store, library, ownEnterpriseId }),
    stop: () => bench.stop(),
  };
}

type Served = Pick<CableParts, 'ownEnterpriseId'> & {
  readonly bench: CableBench;
  readonly store: CableStore;
  readonly library: CableLibrary;
};

function mountCable(
  http: FastifyInstance,
  records: Records,
  { bench, store, library, ownEnterpriseId }: Served,
): void {
  const { core } = records;
  const ownerOf = ({ enterpriseId }: Caller): EnterpriseId => enterpriseId ?? ownEnterpriseId;

  mount(http, contract.getCable, ({ caller }) => bench.view(ownerOf(caller)));

  mount(http, contract.getCableRecipe, async ({ query, caller }) => {
    const stored = store.recipe(ownerOf(caller), query.cart);
    if (stored === undefined) return { recipe: null, hasWifiPassword: false, agent: null };
    const { recipe, hasPassword: hasWifiPassword } = stored;
    const contents = library.contentsOf(ownerOf(caller), recipe);
    if (contents instanceof Failure) return { recipe, hasWifiPassword, agent: null };
    const { sha256, name, apk } = contents.agent;
    const { packageName, versionName, versionCode } = apk;
    const signer = await library.signerOf(sha256);
    return { recipe, hasWifiPassword, agent: { name, packageName, versionName, versionCode, signer } };
  });

  mount(http, contract.setCableRecipe, ({ body, caller }) => {
    const enterpriseId = ownerOf(caller);
    const contents = library.contentsOf(enterpriseId, body);
    if (contents instanceof Failure) return contents;
    return core.writer.run(() => {
      store.putRecipe(enterpriseId, body);
      return store.recipe(enterpriseId, body.cart)?.recipe ?? body;
    });
  });

  mount(http, contract.previewCable, async ({ body, caller }) => {
    const plan = bench.planOf(ownerOf(caller), body.cart);
    return plan instanceof Failure ? plan : { items: await bench.preview(plan) };
  });

  mount(http, contract.startCable, async ({ body, caller }) => {
    const refused = await bench.start(ownerOf(caller), body.cart);
    return refused ?? bench.view(ownerOf(caller));
  });

  mount(http, contract.stopCable, ({ caller }) => {
    bench.pause();
    return bench.view(ownerOf(caller));
  });

  mount(http, contract.retryCable, ({ body, caller }) => {
    const refused = bench.retry(ownerOf(caller), body.serial);
    return refused ?? bench.view(ownerOf(caller));
  });

  mount(http, contract.setCableSlot, ({ body, caller }) => {
    const record = findDevice(records, body.deviceId, caller);
    if (record instanceof Failure) return record;
    const refused = bench.choose(body.serial, record);
    return refused ?? bench.view(ownerOf(caller));
  });
}
