import type { FastifyInstance } from 'fastify';

import type { Access } from '../access/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Module } from '../kernel/module.ts';
import type { BlockedViews } from './checks/examine.ts';
import { mountNetworkChecks } from './checks/routes.ts';
import { type LanSettings, lanSetting, mountLan } from './listener/routes.ts';
import { openSetting } from '../kernel/store/setting.ts';
import { type LanFlags, LanSwitch } from './listener/switch.ts';
import { findHosts } from './mac/hosts.ts';
import { ownSource } from './mac/mac-source.ts';
import { Neighbours } from './mac/neighbours.ts';
import { mountResolveMac } from './mac/routes.ts';
import { openRouters } from './routers/open.ts';

type Input = LanFlags & {
  readonly dataFolder: string;
  readonly role: 'station' | 'central';
  /** Returns how many headsets cannot be viewed because of the network. */
  readonly blockedViews: () => BlockedViews;
};

/** The local network: the listener for headsets, discovery, checks, routers and MAC addresses. */
export type Network = Module & {
  readonly lan: LanSwitch;
  /** Opens the listener as the flags or the stored settings state. @throws if the port of the flags is taken. */
  listen(http: FastifyInstance): Promise<void>;
  /** Returns the stored settings of the listener. */
  settings(): LanSettings;
  /** Returns where hosts with these MAC addresses are on the local network, by MAC address. */
  findHosts(macs: ReadonlySet<string>, signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
};

/** Opens the module; `listen` opens the listener itself. */
export function openNetwork(access: Access, { records }: Devices, input: Input): Network {
  const { core } = records;
  const { dataFolder, role, blockedViews } = input;
  const { enterpriseId: ownEnterpriseId, stationPasscode: passcode } = access;
  const lan = new LanSwitch(dataFolder, core.vault, input);
  const settings = openSetting(core.db, lanSetting);
  const routers = openRouters(core, { role, ownEnterpriseId });
  const { store } = routers;
  const neighbours = new Neighbours();
  return {
    lan,
    listen: (http) => lan.open({ http, stationId: ownEnterpriseId, log: core.log }, settings.get()),
    settings: () => settings.get(),
    findHosts: (macs, signal) => {
      const sources = [ownSource('station', neighbours), routers.sourceOf(ownEnterpriseId)];
      return findHosts(sources, macs, { signal, log: core.log });
    },
    names: {
      inPath: { routerId: (id, enterpriseId) => store.findById(enterpriseId ?? '', id)?.label },
      ofOperation: {
        replaceRouters: (enterpriseId) =>
          store
            .ofEnterprise(enterpriseId ?? '')
            .map(({ label }) => label)
            .join(', '),
      },
    },
    mount(http) {
      mountLan(http, { core, lan, settings, passcode, ownEnterpriseId, role });
      routers.mount(http);
      mountResolveMac(http, records, neighbours, routers.sourceOf);
      const leases = routers.leasePool;
      mountNetworkChecks(http, { records, ownEnterpriseId, role, lan: () => lan.view, leases, blockedViews });
    },
    stop: () => lan.close(),
  };
}
