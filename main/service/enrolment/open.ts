import type { Access } from '../access/index.ts';
import type { Commands } from '../commands/index.ts';
import type { Configuration } from '../configuration/index.ts';
import type { Content } from '../content/index.ts';
import type { Devices } from '../devices/index.ts';
import type { Caller } from '../kernel/http/caller.ts';
import type { Module } from '../kernel/module.ts';
import type { StationHost } from '../kernel/station-host.ts';
import type { Network } from '../network/index.ts';
import type { Statistics } from '../statistics/index.ts';
import { type CableLocation, openCable } from './cable/open.ts';
import { mountCarts } from './carts/routes.ts';
import { DeploymentWatch } from './check-in/deployment-watch.ts';
import { mountHeartbeat } from './check-in/routes.ts';
import type { EnrolmentRecords } from './join/records.ts';
import { mountEnrolment } from './join/routes.ts';
import { mountUnenrolment } from './leave/routes.ts';
import { mountPairing } from './pairing/routes.ts';
import { Practice } from './practice/practice.ts';
import { mountPractice } from './practice/routes.ts';

type Lower = {
  readonly access: Access;
  readonly devices: Devices;
  readonly content: Content;
  readonly configuration: Configuration;
  readonly commands: Commands;
  readonly statistics: Statistics;
  readonly network: Network;
};

type Input = {
  readonly host: StationHost;
  readonly role: 'station' | 'central';
  readonly cable: CableLocation | undefined;
};

/** Opens enrolment, heartbeats and un-enrolment. */
export function openEnrolment(lower: Lower, { host, role, cable: place }: Input): Module {
  const { commands, configuration, content, devices, network } = lower;
  const { guard, groups } = devices;
  const { enterpriseId: ownEnterpriseId } = lower.access;
  const records: EnrolmentRecords = {
    ...commands.records,
    ...lower.statistics.records,
    groups,
    profiles: configuration.profiles,
    holdings: content.holdings,
  };
  const practice = new Practice(records, guard, content.readyApps, host.url);
  const deployments = new DeploymentWatch(records);
  deployments.start();
  const { profiles } = configuration;
  const { lan } = network;
  // Another address of the station's own listener shows the same key; any other has a certificate of its own.
  const reach = (input: string | null): { url: string; fingerprint: string | null } | null => {
    const url = input ?? lan.urls[0];
    if (url === undefined) return null;
    const { protocol, port } = new URL(url);
    const isOwn = protocol === 'https:' && (port || '443') === String(lan.choice?.port);
    return { url, fingerprint: isOwn ? lan.fingerprint : null };
  };
  const library = { store: content.library, files: content.files };
  const cable = openCable(records, {
    profiles,
    library,
    place,
    ownEnterpriseId,
    reach,
    url: host.url,
    findHosts: async (...input) => network.findHosts(...input),
  });
  return {
    mount(http) {
      const allowsUnpaired = (): boolean => network.settings().allowsUnpaired;
      const personOf = (caller: Caller): string | null =>
        caller.personId === null ? null : lower.access.nameOf(caller);
      mountEnrolment(http, { records, guard, ownEnterpriseId, allowsUnpaired, personOf });
      mountCarts(http, records, configuration.profiles, ownEnterpriseId);
      const [fingerprint, isOnLan] = [() => lan.ownFingerprint, () => lan.fingerprint !== null];
      mountPairing(http, { records, guard, ownEnterpriseId, fingerprint, isOnLan });
      mountHeartbeat(http, records);
      mountUnenrolment(http, records, { commands: commands.sender, role });
      mountPractice(http, practice);
      cable.mount(http);
    },
    async stop() {
      await Promise.all([practice.stop(), deployments.stop(), cable.stop()]);
    },
  };
}
