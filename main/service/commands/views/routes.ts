import type { FastifyInstance } from 'fastify';

import { BOARD_LEASE_SEC, PICTURE_EVERY_SEC, SDP_TYPE } from '../../../../shared/contract/commands/views.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { mountMedia } from '../../kernel/http/routes/mount-media.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import { tooMany } from '../../devices/changes/index.ts';
import { findDevice } from '../../devices/live/index.ts';
import type { CommandRecords } from '../pending/records.ts';
import type { Boards } from './boards.ts';
import type { LiveViews } from './live.ts';
import type { Session } from './live-session.ts';
import { mayView } from './permitted.ts';
import type { ViewPermissions } from './permission-store.ts';
import type { Watching } from './watching.ts';

export type ViewRoutes = {
  readonly records: CommandRecords;
  readonly permissions: ViewPermissions;
  readonly boards: Boards;
  readonly live: LiveViews;
  readonly nameOf: (caller: Caller) => string | null;
};

/** Maximum number of carts with a decision per organisation. */
const MAX_DECIDED = 500;

/** Serves small pictures and live views. */
export function mountViews(http: FastifyInstance, input: ViewRoutes): void {
  mountPermissions(http, input);
  mountBoards(http, input);
  mountWhep(http, input);
  mountHeadset(http, input);
}

function mountPermissions(http: FastifyInstance, { records, permissions, boards, live }: ViewRoutes): void {
  mount(http, contract.listViewPermissions, ({ caller: { enterpriseId, carts } }) => ({
    items: permissions
      .all(enterpriseId ?? '')
      .filter(({ cartId }) => carts === null || (cartId !== null && carts.includes(cartId))),
  }));

  mount(http, contract.setViewPermission, async ({ body, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    const outcome = await records.core.writer.run(() => {
      const isNew = permissions.find(enterpriseId, body.cartId) === undefined;
      if (isNew && permissions.all(enterpriseId).length >= MAX_DECIDED)
        return new Failure('CONFLICT', `At most ${MAX_DECIDED} carts.`);
      permissions.put(enterpriseId, body);
      return body;
    });
    boards.permissionsChanged();
    live.endAll(({ deviceId, watching }) => {
      const record = records.devices.find(deviceId);
      return record === undefined || !mayView(permissions, record, watching);
    }, 'not allowed any more');
    return outcome;
  });
}

function mountBoards(http: FastifyInstance, input: ViewRoutes): void {
  const { records, boards, permissions } = input;
  mount(http, contract.keepBoard, ({ params, body, caller, address, isFromLan }) => {
    const fault = tooMany(body.devicesId);
    if (fault !== undefined) return fault;
    // A headset that was removed since is skipped.
    const found = [...new Set(body.devicesId)]
      .map((id) => findDevice(records, id, caller))
      .filter((record): record is DeviceRecord => !(record instanceof Failure));
    const items = boards.renew(params.boardId, watchingOf(input, caller, { address, isFromLan }), found);
    if (items instanceof Failure) return items;
    return { everySec: PICTURE_EVERY_SEC, leaseSec: BOARD_LEASE_SEC, items };
  });

  mount(http, contract.closeBoard, ({ params, caller }) => {
    boards.close(params.boardId, caller);
    return undefined;
  });

  mountMedia(http, contract.getPicture, ({ params, caller }) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) return record;
    // It may have been moved to another cart since the board was renewed.
    const isShown = boards.isShownTo(record.id, caller) && mayView(permissions, record, caller);
    const picture = isShown ? boards.picture(record.id) : undefined;
    if (picture === undefined)
      return new Failure('NOT_FOUND', 'There is no picture: put the headset on a board, and wait for it.');
    return { type: picture.type, content: picture.bytes, etag: picture.etag };
  });
}

function mountWhep(http: FastifyInstance, input: ViewRoutes): void {
  const { records, live } = input;
  mountMedia(http, contract.startLiveView, async ({ params, caller, media, address, isFromLan }) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) return record;
    const watching = watchingOf(input, caller, { address, isFromLan });
    const started = await live.start(record, watching, media.bytes.toString('utf8'));
    if (started instanceof Failure) return started;
    const location = `/station/views/${record.id}/whep/${started.id}`;
    return { type: SDP_TYPE, content: started.sdp, location };
  });

  mountMedia(http, contract.addLiveCandidates, ({ params, caller, media }) => {
    const found = findSession(input, params, caller);
    if (found instanceof Failure) return found;
    return live.candidates(found.session, found.record, media.bytes.toString('utf8')) ?? {};
  });

  mount(http, contract.endLiveView, ({ params, caller }) => {
    const found = findSession(input, params, caller);
    if (found instanceof Failure) return found;
    live.end(found.session, 'stopped');
    return undefined;
  });

  mount(http, contract.reportArrival, ({ params, body, caller }) => {
    const found = findSession(input, params, caller);
    if (found instanceof Failure) return found;
    const agreed = live.arrived(found.session, body);
    return { agreed, viewers: live.of(found.record.id).viewers };
  });
}

function mountHeadset(http: FastifyInstance, { records, boards, live }: ViewRoutes): void {
  mountMedia(http, contract.sendPicture, ({ params, caller, media }) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) return record;
    return boards.receive(record, media) ?? {};
  });

  mount(http, contract.reportLiveViews, async ({ params, body, caller }) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) return record;
    return { ended: await live.sent(record, body.items) };
  });

  mount(http, contract.setViewConsent, ({ params, body: { isRefused }, caller }) => {
    const record = findDevice(records, params.deviceId, caller);
    if (record instanceof Failure) return record;
    boards.consent(record, isRefused);
    if (isRefused) live.endAll(({ deviceId }) => deviceId === record.id, 'refused by the wearer');
    return undefined;
  });
}

function findSession(
  { records, live }: ViewRoutes,
  { deviceId, sessionId }: { readonly deviceId: string; readonly sessionId: string },
  caller: Caller,
): { readonly session: Session; readonly record: DeviceRecord } | Failure<'DEVICE_NOT_FOUND' | 'NOT_FOUND'> {
  const record = findDevice(records, deviceId, caller);
  if (record instanceof Failure) return record;
  const session = live.find(sessionId, record.id, caller);
  return session === undefined
    ? new Failure('NOT_FOUND', 'There is no such live view of yours, or it has ended.')
    : { session, record };
}

function watchingOf(
  { nameOf }: ViewRoutes,
  caller: Caller,
  from: Pick<Watching, 'address' | 'isFromLan'>,
): Watching {
  const { tokenId, personId, role, carts, isRemote, enterpriseId } = caller;
  return { tokenId, personId, role, carts, isRemote, enterpriseId, name: nameOf(caller), ...from };
}
