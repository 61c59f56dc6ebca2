import type { Access } from '../access/index.ts';
import type { Commands } from '../commands/index.ts';
import type { Module } from '../kernel/module.ts';
import type { StationHost } from '../kernel/station-host.ts';
import type { Network } from '../network/index.ts';
import { openEngine, type OpenSync, type SyncGiven } from './engine/open.ts';

type Lower = { readonly access: Access; readonly commands: Commands; readonly network: Network };

type Given = {
  readonly host: StationHost;
  readonly role: 'station' | 'central';
  readonly upstream: SyncGiven['flags'];
  readonly syncPace: number;
};

/** Sync with the central. */
export type Sync = Module & Pick<OpenSync, 'summary'>;

/** Opens sync with the central. */
export function openSync({ access, commands, network }: Lower, given: Given): Sync {
  const { sender } = commands;
  const sync = openEngine(commands.records, {
    ownEnterpriseId: access.enterpriseId,
    role: given.role,
    flags: given.upstream,
    pace: given.syncPace,
    ownUrls: () => [given.host.url(), ...network.lan.urls],
    handOver: (record) => sender.handOver(record),
  });
  return {
    mount: (http) => sync.mount(http),
    summary: () => sync.summary(),
    counts: () => ({ syncs: sync.running() }),
    stop: () => sync.stop(),
  };
}
