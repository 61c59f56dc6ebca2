import { createHash } from 'node:crypto';

import {
  BOARD_LEASE_SEC,
  type HeadsetView,
  MAX_PICTURE_BYTES,
  MAX_PICTURE_SIDE,
  PICTURE_EVERY_SEC,
  PICTURE_TYPES,
  type ViewState,
} from '../../../../shared/contract/commands/views.ts';
import type { DeviceId } from '../../../../shared/contract/ids.ts';
import { withoutMetadata } from './picture-metadata.ts';
import { pictureFacts } from './picture-size.ts';
import { toInstant } from '../../kernel/clock.ts';
import { Failure } from '../../kernel/failure.ts';
import { isOnOwnNetwork } from '../../kernel/addresses/subnets.ts';
import type { DeviceRecord } from '../../devices/index.ts';
import type { CommandSender } from '../orders/commands.ts';
import type { CommandRecords } from '../pending/records.ts';
import { sendViewCommand, type ViewResponse } from './view-command.ts';
import { mayView } from './permitted.ts';
import type { ViewPermissions } from './permission-store.ts';
import { fromTo, type OnWatched, toWatcher, type Watching } from './watching.ts';

/** Maximum number of open boards per caller. */
const MAX_BOARDS = 8;
/** How long a headset sends pictures per request, and when the request is repeated. */
const REQUEST_SEC = 30;
const REQUEST_INTERVAL_MS = 10_000;
/** An older picture would look as if it were live, in ms. */
const PICTURE_LIFE_MS = 4 * PICTURE_EVERY_SEC * 1_000;
/** A headset sends at most two pictures per second. */
const MIN_BETWEEN_MS = 400;

type Board = {
  readonly watching: Watching;
  /** Headsets on the board, allowed or not. */
  ids: readonly DeviceId[];
  /** Since when it shows those that may be viewed. */
  readonly since: Map<DeviceId, number>;
  untilMs: number;
};

export type Picture = {
  readonly bytes: Buffer;
  readonly type: string;
  readonly etag: string;
  readonly atMs: number;
};

/** A headset with viewers. */
type Watched = {
  readonly boards: Set<Board>;
  picture: Picture | undefined;
  response: ViewResponse['is'] | undefined;
  requestedMs: number;
  announced: string;
};

export type BoardsOptions = {
  readonly records: CommandRecords;
  readonly commands: CommandSender;
  readonly permissions: ViewPermissions;
  readonly onWatched: OnWatched;
  /** Returns what live views know about a headset. */
  readonly liveOf: (id: DeviceId) => { readonly viewers: number; readonly isIsolated: boolean };
};

/** Boards with their headsets, and the newest small pictures. All in memory. */
export class Boards {
  readonly #options: BoardsOptions;
  readonly #boards = new Map<string, Board>();
  readonly #watched = new Map<DeviceId, Watched>();
  /** Headsets whose wearers refused. */
  readonly #refused = new Set<DeviceId>();

  constructor(input: BoardsOptions) {
    this.#options = input;
    input.records.core.links.onOpened((id) => {
      const watched = this.#watched.get(id);
      if (watched !== undefined) this.#requestPictures(id, watched);
    });
  }

  /** Shows these headsets on a board for the time of its lease. */
  renew(
    boardId: string,
    watching: Watching,
    records: readonly DeviceRecord[],
  ): HeadsetView[] | Failure<'TOO_MANY_VIEWS'> {
    const key = `${watching.tokenId}/${boardId}`;
    const { clock } = this.#options.records.core;
    const nowMs = clock.now();
    const own = [...this.#boards.keys()].filter((each) => each.startsWith(`${watching.tokenId}/`));
    if (!this.#boards.has(key) && own.length >= MAX_BOARDS)
      return new Failure('TOO_MANY_VIEWS', `At most ${MAX_BOARDS} boards at once. Close one.`);
    const board: Board = this.#boards.get(key) ?? { watching, ids: [], since: new Map(), untilMs: 0 };
    this.#boards.set(key, board);
    board.untilMs = nowMs + BOARD_LEASE_SEC * 1_000;
    board.ids = records.map(({ id }) => id);
    const allowed = records.filter((each) => mayView(this.#options.permissions, each, watching));
    const ids = new Set(allowed.map(({ id }) => id));
    this.#leave(
      board,
      [...board.since.keys()].filter((id) => !ids.has(id)),
    );
    const added = [...ids].filter((id) => !board.since.has(id));
    for (const id of added) this.#join(board, id, nowMs);
    if (added.length > 0)
      this.#options.onWatched({
        operation: 'keepBoard',
        watching,
        devicesId: added,
        detail: 'small pictures',
      });
    return records.map((record) => this.#viewFor(record, ids.has(record.id)));
  }

  close(boardId: string, { tokenId }: Pick<Watching, 'tokenId'>): void {
    const key = `${tokenId}/${boardId}`;
    const board = this.#boards.get(key);
    if (board === undefined) return;
    this.#boards.delete(key);
    this.#leave(board, [...board.since.keys()]);
  }

  /** Ends views that are no longer allowed. */
  permissionsChanged(): void {
    const { records, permissions } = this.#options;
    for (const board of this.#boards.values()) {
      const removed = [...board.since.keys()].filter((id) => {
        const record = records.devices.find(id);
        return record === undefined || !mayView(permissions, record, board.watching);
      });
      this.#leave(board, removed);
    }
  }

  /** Returns true while the headset is on a board of this caller. */
  isShownTo(id: DeviceId, { tokenId }: Pick<Watching, 'tokenId'>): boolean {
    return [...(this.#watched.get(id)?.boards ?? [])].some((board) => board.watching.tokenId === tokenId);
  }

  picture(id: DeviceId): Picture | undefined {
    return this.#watched.get(id)?.picture;
  }

  /** Accepts a headset's picture. */
  receive(
    record: DeviceRecord,
    { type, bytes: sent }: { readonly type: string; readonly bytes: Buffer },
  ): Failure<'INVALID_VALUE' | 'CONFLICT' | 'RATE_LIMITED'> | undefined {
    const watched = this.#watched.get(record.id);
    if (watched === undefined || this.#refused.has(record.id))
      return new Failure('CONFLICT', 'Nobody is watching this headset. Stop sending until the next request.');
    const nowMs = this.#options.records.core.clock.now();
    if (watched.picture !== undefined && Math.abs(nowMs - watched.picture.atMs) < MIN_BETWEEN_MS)
      return new Failure('RATE_LIMITED', 'Send one picture every few seconds.', { retryAfterSec: 1 });
    const facts = pictureFacts(sent);
    if (facts === undefined || facts.type !== type)
      return new Failure('INVALID_VALUE', `This is not a complete picture of the type ${type}.`);
    if (facts.width > MAX_PICTURE_SIDE || facts.height > MAX_PICTURE_SIDE)
      return new Failure(
        'INVALID_VALUE',
        `The picture has ${facts.width} × ${facts.height} pixels; at most ${MAX_PICTURE_SIDE} a side.`,
      );
    const bytes = Buffer.from(withoutMetadata(sent, facts.type));
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`;
    watched.picture = { bytes, type, etag, atMs: nowMs };
    watched.response = 'accepted';
    this.announce(record);
    return undefined;
  }

  /** Sets whether the wearer consents to be viewed. */
  consent(record: DeviceRecord, isRefused: boolean): void {
    if (isRefused) this.#refused.add(record.id);
    else this.#refused.delete(record.id);
    const watched = this.#watched.get(record.id);
    if (watched === undefined) return;
    if (isRefused) watched.picture = undefined;
    else this.#requestPictures(record.id, watched);
    this.announce(record);
  }

  isRefused(id: DeviceId): boolean {
    return this.#refused.has(id);
  }

  /** Returns who views a headset now. */
  watching(id: DeviceId): Watching[] {
    return [...(this.#watched.get(id)?.boards ?? [])].map(({ watching }) => watching);
  }

  /** Closes boards that were not renewed, repeats requests, and drops old pictures. */
  tick(): void {
    const { records } = this.#options;
    const nowMs = records.core.clock.now();
    for (const [key, board] of this.#boards) {
      if (board.untilMs > nowMs) continue;
      this.#boards.delete(key);
      this.#leave(board, [...board.since.keys()]);
    }
    for (const [id, watched] of this.#watched) {
      const isOld = watched.picture !== undefined && nowMs - watched.picture.atMs > PICTURE_LIFE_MS;
      if (isOld || !records.core.links.isLinked(id)) watched.picture = undefined;
      if (nowMs - watched.requestedMs >= REQUEST_INTERVAL_MS) this.#requestPictures(id, watched);
      const record = records.devices.find(id);
      if (record !== undefined) this.announce(record);
    }
  }

  get isIdle(): boolean {
    return this.#boards.size === 0;
  }

  /** Publishes the view to its boards if it changed. */
  announce(record: DeviceRecord): void {
    const watched = this.#watched.get(record.id);
    const view = this.#viewFor(record, true);
    const received = JSON.stringify(view);
    if (watched === undefined || watched.announced === received) return;
    watched.announced = received;
    this.#options.records.core.changes.announce({
      enterpriseId: record.enterpriseId,
      deviceId: null,
      fleet: { name: 'view', data: view },
    });
  }

  #viewFor(record: DeviceRecord, isAllowed: boolean): HeadsetView {
    const { viewers, isIsolated } = this.#options.liveOf(record.id);
    const address = this.#options.records.core.links.newest(record.id)?.address;
    const isOnOtherNetwork = address !== undefined && !isOnOwnNetwork(address);
    const live = isOnOtherNetwork ? 'otherNetwork' : isIsolated ? 'isolated' : 'possible';
    const state = this.#stateOf(record, isAllowed);
    const picture = state === 'showing' ? this.#watched.get(record.id)?.picture : undefined;
    const shown = picture === undefined ? null : { etag: picture.etag, at: toInstant(picture.atMs) };
    return { id: record.id, state, picture: shown, live, viewers };
  }

  #stateOf({ id }: DeviceRecord, isAllowed: boolean): ViewState {
    if (!isAllowed) return 'notAllowed';
    if (!this.#options.records.core.links.isLinked(id)) return 'offline';
    if (this.#refused.has(id)) return 'refused';
    const watched = this.#watched.get(id);
    if (watched?.picture !== undefined) return 'showing';
    const { response } = watched ?? {};
    return response === 'refused' || response === 'unsupported' ? response : 'asked';
  }

  #join(board: Board, id: DeviceId, nowMs: number): void {
    board.since.set(id, nowMs);
    const watched = this.#watched.get(id) ?? newlyWatched();
    this.#watched.set(id, watched);
    watched.boards.add(board);
    this.#requestPictures(id, watched);
  }

  #leave(board: Board, ids: readonly DeviceId[]): void {
    const { records, commands, onWatched } = this.#options;
    const nowMs = records.core.clock.now();
    for (const id of ids) {
      const watched = this.#watched.get(id);
      watched?.boards.delete(board);
      if (watched === undefined || watched.boards.size > 0) continue;
      this.#watched.delete(id);
      const record = records.devices.find(id);
      if (record !== undefined) void sendViewCommand(commands, record, 'views-over', {});
    }
    if (ids.length === 0) return;
    const fromMs = Math.min(...ids.map((id) => board.since.get(id) ?? nowMs));
    for (const id of ids) board.since.delete(id);
    const { watching } = board;
    onWatched({ operation: 'closeBoard', watching, devicesId: ids, detail: fromTo(fromMs, nowMs) });
  }

  #requestPictures(id: DeviceId, watched: Watched): void {
    const { records, commands } = this.#options;
    const record = records.devices.find(id);
    watched.requestedMs = records.core.clock.now();
    if (record === undefined || !records.core.links.isLinked(id)) return;
    const message = {
      everySec: PICTURE_EVERY_SEC,
      forSec: REQUEST_SEC,
      maxSide: MAX_PICTURE_SIDE,
      maxBytes: MAX_PICTURE_BYTES,
      types: PICTURE_TYPES,
      watchers: this.watching(id).map(toWatcher),
    };
    void sendViewCommand(commands, record, 'views-wanted', message).then((response) => {
      if (response.is === 'unreachable' && watched.response !== undefined) return;
      // An agent that does not even answer does not know views.
      watched.response = response.is === 'unreachable' ? 'unsupported' : response.is;
      if (response.is === 'refused') watched.picture = undefined;
      if (this.#watched.get(id) === watched) this.announce(record);
    });
  }
}

function newlyWatched(): Watched {
  return { boards: new Set(), picture: undefined, response: undefined, requestedMs: 0, announced: '' };
}
