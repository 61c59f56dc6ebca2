import { type Access, enterpriseOf } from '../access/index.ts';
import type { Commands } from '../commands/index.ts';
import type { Configuration } from '../configuration/index.ts';
import type { Module } from '../kernel/module.ts';
import type { StationHost } from '../kernel/station-host.ts';
import type { Network } from '../network/index.ts';
import { openEngine, type OpenSync, type SyncOptions } from './open-engine.ts';

type Lower = {
  readonly access: Access;
  readonly commands: Commands;
  readonly configuration: Configuration;
  readonly network: Network;
};

type OpenOptions = {
  readonly host: StationHost;
  readonly role: 'station' | 'central';
  readonly upstream: SyncOptions['flags'];
  readonly syncPace: number;
};

export type Sync = Module & Pick<OpenSync, 'summary' | 'served'>;

/** Opens sync with the central. */
export function openSync({ access, commands, configuration, network }: Lower, options: OpenOptions): Sync {
  const { sender } = commands;
  const sync = openEngine(commands.records, {
    ownEnterpriseId: access.enterpriseId,
    ownName: () => enterpriseOf(access.enterprises, access.enterpriseId).name,
    nameOfProfile: (id) => configuration.profiles.find(id)?.name,
    role: options.role,
    flags: options.upstream,
    pace: options.syncPace,
    tokens: access.tokens,
    lan: network.lan,
    ownUrls: () => [options.host.url(), ...network.lan.urls],
    sendPending: (record) => sender.deliverPending(record),
  });
  return {
    mount: (http) => sync.mount(http),
    summary: () => sync.summary(),
    served: () => sync.served(),
    counts: () => ({ syncs: sync.running() }),
    stop: () => sync.stop(),
  };
}
