import type { NetworkKind } from '../../../../shared/contract/network/routers.ts';
import { readKea } from './kea.ts';
import { readMikrotik } from './mikrotik.ts';
import { readOpenwrt } from './openwrt.ts';
import { readOpnsense } from './opnsense.ts';
import { RouterFault } from './router-fault.ts';
import { type RouterAddress, RouterHttp } from './router-http.ts';
import type { RouterAdapter, RouterLogin, RouterTable } from './router-table.ts';
import { readUnifiLegacy } from './unifi-legacy.ts';
import { readUnifi } from './unifi.ts';

const ADAPTERS: Readonly<Record<NetworkKind, RouterAdapter>> = {
  mikrotik: readMikrotik,
  openwrt: readOpenwrt,
  unifi: readUnifi,
  'unifi-legacy': readUnifiLegacy,
  opnsense: readOpnsense,
  kea: readKea,
};

/** The tables of a router, or the reason why there are none; and its key. */
export type RouterReading = {
  readonly result: RouterTable | RouterFault;
  /** Null if it presented none. */
  readonly fingerprint: string | null;
};

/** Reads the tables of a router over the network. */
export async function readRouter(
  kind: NetworkKind,
  address: RouterAddress,
  login: RouterLogin,
): Promise<RouterReading> {
  await using http = new RouterHttp(address);
  try {
    const result = await ADAPTERS[kind](http, login);
    return { result, fingerprint: http.fingerprint };
  } catch (error) {
    if (!(error instanceof RouterFault)) throw error;
    return { result: error, fingerprint: http.fingerprint };
  }
}
