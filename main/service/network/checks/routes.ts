import type { FastifyInstance } from 'fastify';

import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import type { LeasePool } from '../routers/lease-pool.ts';
import type { Records } from '../../devices/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { BlockedViews } from './examine.ts';
import type { LanView } from '../listener/view.ts';
import { Doctor, toReply } from './doctor.ts';
import { internetAddressFault } from './internet.ts';
import { openCheckStore } from './store.ts';

export type NetworkChecksParts = {
  readonly records: Records;
  readonly ownEnterpriseId: EnterpriseId;
  readonly role: 'station' | 'central';
  readonly lan: () => LanView;
  /** Returns how many addresses the network has left; undefined if unknown. */
  readonly leases: () => Promise<LeasePool | undefined>;
  /** Returns how many headsets cannot be viewed because of the network. */
  readonly blockedViews: () => BlockedViews;
};

/** Serves the network checks. */
export function mountNetworkChecks(http: FastifyInstance, parts: NetworkChecksParts): void {
  const { records, ownEnterpriseId, role, lan, leases, blockedViews } = parts;
  const { core } = records;
  const store = openCheckStore(records);
  const doctor = new Doctor({
    core,
    store,
    stationId: ownEnterpriseId,
    lan,
    internetPolicy: role === 'station' ? 'anyReceiver' : 'publicOnly',
    leases,
    blockedViews,
  });

  mount(http, contract.getNetworkChecks, async ({ caller }) => toReply(await doctor.read(), caller.reach));

  mount(http, contract.runNetworkChecks, async ({ body, caller }) => {
    const { internetAddress } = body;
    if (internetAddress !== undefined) {
      // Others could make the station send requests for them.
      if (caller.enterpriseId !== ownEnterpriseId)
        return new Failure('FORBIDDEN', 'Only the station’s own organisation may change this.');
      const fault = internetAddress === null ? undefined : internetAddressFault(internetAddress);
      if (fault !== undefined)
        return new Failure('VALIDATION_FAILED', 'This URL is not allowed.', {
          details: [{ path: 'internetAddress', message: fault }],
        });
      await core.writer.run((afterCommit) => afterCommit(store.internetAddress.put(internetAddress)));
    }
    return toReply(await doctor.renew(), caller.reach);
  });
}
