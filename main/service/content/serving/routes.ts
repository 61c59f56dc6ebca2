import { type FileHandle, open } from 'node:fs/promises';

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import { PIECE_BYTES } from '../../../../shared/contract/content/library.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount, mountFile } from '../../kernel/http/routes/mount.ts';
import type { Records, DeviceRecord } from '../../devices/index.ts';
import type { Library } from '../library/library.ts';
import type { LibraryFiles } from '../files/files.ts';
import { estimateCart, missingOf } from './cart.ts';
import { contentHeaders, tagOf, versionHeaders } from './content-headers.ts';
import { Downloads, type Transfer } from './downloads.ts';
import { Holdings, type Reached } from './holdings.ts';
import { select, type Selected } from './select.ts';
import { ConnectionEnded, sendFile } from './send-file.ts';
import type { Device } from '../../../../shared/contract/devices/devices.ts';
import { findDevice, reaches } from '../../devices/live/index.ts';
import { toDevice } from '../../devices/views/index.ts';

/** Further dependencies of serving contents. */
export type ServingOptions = {
  readonly library: Pick<Library, 'store' | 'files'>;
  readonly ownEnterpriseId: EnterpriseId;
};

/** The running file server. */
export type LibraryServing = {
  /** Serves `/library`, its status, and the records of devices with the addresses of their contents. */
  mount(http: FastifyInstance): void;
  readonly holdings: Holdings;
  /** Returns how many contents are being sent now. */
  sending(): number;
  /** Aborts transfers, which headsets resume later, and stores their progress. */
  stop(): Promise<void>;
};

/** Opens the file server for headsets. */
export function openServing(records: Records, { library, ownEnterpriseId }: ServingOptions): LibraryServing {
  const holdings = new Holdings(records, library.store);
  const downloads: Downloads = new Downloads(records, (deviceId) => {
    const record = records.devices.find(deviceId);
    return (
      record === undefined ||
      missingOf({ records, downloads, holdings }, record, records.core.clock.now()) === 0
    );
  });
  const parts: ContentParts = { records, holdings, downloads, files: library.files, open: new Set() };

  return {
    mount(http) {
      mountDevice(http, records, holdings);
      mountContent(http, parts);
      mountPieces(http, holdings);
      mountSchedule(http, parts, ownEnterpriseId);
    },
    holdings,
    sending: () => parts.open.size,
    async stop() {
      for (const response of parts.open) response.destroy();
      await downloads.stop();
    },
  };
}

function mountPieces(http: FastifyInstance, holdings: Holdings): void {
  mount(http, contract.getContentPieces, ({ params, caller }) => {
    const reached = holdings.reach(caller, params.sha256);
    if (reached === undefined) return contentNotFound();
    const { sha256, name, sizeBytes, pieces } = reached.item;
    return { sha256, name, sizeBytes, pieceBytes: PIECE_BYTES, pieces: [...pieces] };
  });
}

function mountSchedule(
  http: FastifyInstance,
  { records, holdings, downloads }: ContentParts,
  ownEnterpriseId: EnterpriseId,
): void {
  mount(http, contract.getSchedule, () => ({ atOnce: downloads.concurrency }));

  mount(http, contract.setSchedule, async ({ body, caller }) => {
    if (caller.enterpriseId !== ownEnterpriseId) {
      return new Failure('FORBIDDEN', 'Only the station’s own organisation may change this.');
    }
    await downloads.setConcurrency(body.atOnce);
    return { atOnce: downloads.concurrency };
  });

  mount(http, contract.listDownloads, async ({ query, caller }) => {
    const { enterpriseId } = caller;
    if (enterpriseId === null) return noOrganisation();
    const { page, limit, sha256 = null, from } = query;
    const sinceMs = from === undefined ? 0 : Date.parse(from);
    const part = { sha256, limit, offset: (page - 1) * limit, sinceMs };
    const { items, total, sent } = await downloads.page(enterpriseId, part);
    const cart = await estimateCart({ records, downloads, holdings }, enterpriseId);
    return { atOnce: downloads.concurrency, sent, cart, page, limit, total, items };
  });
}

type ContentParts = {
  readonly records: Records;
  readonly holdings: Holdings;
  readonly downloads: Downloads;
  readonly files: LibraryFiles;
  /** Replies being sent now. */
  readonly open: Set<FastifyReply['raw']>;
};

/** `GET /library/{sha256}/{name}`. */
function mountContent(http: FastifyInstance, parts: ContentParts): void {
  const { holdings, downloads, open: sending } = parts;

  mountFile(http, contract.getContent, async ({ params, caller }, request, reply) => {
    const reached = holdings.reach(caller, params.sha256);
    if (reached === undefined) return contentNotFound();
    const { item, record } = reached;
    const selected = select(request.method, request.headers, {
      etag: tagOf(item),
      sizeBytes: item.sizeBytes,
    });
    if (selected.kind !== 'whole' && selected.kind !== 'part') return answerWithout(reached, selected, reply);
    if (request.method === 'HEAD') return answerHead(reached, selected, reply);
    const { start, end } = selected.kind === 'part' ? selected : { start: 0, end: item.sizeBytes - 1 };
    const file = await openFile(parts.files.pathOf(item.sha256), item.sizeBytes);
    if (file === undefined) {
      parts.records.core.log.error({ sha256: item.sha256 }, 'a file of the library is not as it was');
      return contentNotFound();
    }
    await using _closed = file;
    const partRequest = record === undefined ? undefined : { record, item, start, end };
    const refusal = partRequest === undefined ? undefined : downloads.refuse(partRequest);
    if (refusal !== undefined) return refusal;
    const transfer = partRequest === undefined ? undefined : downloads.begin(partRequest);
    sendHeaders(reply, selected.kind === 'part' ? 206 : 200, contentHeaders(item, selected));
    sending.add(reply.raw);
    await carry(parts.records, { caller, request, reply, transfer }, (sent) =>
      sendFile(file, { start, end }, reply.raw, sent),
    );
    sending.delete(reply.raw);
    return undefined;
  });
}

type Exchange = {
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Undefined for callers that are not headsets. */
  readonly transfer: Transfer | undefined;
};

/** Sends, and closes the connection if the token is revoked meanwhile. The transfer always learns how it ended. */
async function carry(
  { core, tokens }: Records,
  { caller, request, reply, transfer }: Exchange,
  send: (sent: (start: number, end: number) => void) => Promise<void>,
): Promise<void> {
  const stopListening = tokens.onRevoked(caller.tokenId, () => reply.raw.destroy());
  try {
    await send((from, to) => transfer?.sent(from, to));
  } catch (error) {
    if (!(error instanceof ConnectionEnded)) {
      core.log.error({ err: error, requestId: request.id }, 'a content could not be sent to its end');
    }
    // The headers are sent: only closing the connection shows that this is not everything.
    reply.raw.destroy();
  } finally {
    stopListening();
    transfer?.ended();
  }
}

/** Takes over the reply, with its current headers. */
function sendHeaders(reply: FastifyReply, status: number, headers: Record<string, string | number>): void {
  reply.hijack();
  for (const [name, value] of Object.entries({ ...reply.getHeaders(), ...headers })) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  reply.raw.writeHead(status);
}

function answerHead({ item }: Reached, selected: Selected, reply: FastifyReply): undefined {
  sendHeaders(reply, 200, contentHeaders(item, selected));
  reply.raw.end();
}

function answerWithout(
  { item }: Reached,
  selected: Exclude<Selected, { readonly kind: 'whole' | 'part' }>,
  reply: FastifyReply,
): Failure<'PRECONDITION_FAILED' | 'RANGE_NOT_SATISFIABLE'> | undefined {
  if (selected.kind === 'preconditionFailed') {
    return new Failure('PRECONDITION_FAILED', 'The content has changed. Download it again from the start.');
  }
  if (selected.kind === 'unsatisfiable') {
    void reply.header('content-range', `bytes */${item.sizeBytes}`);
    return new Failure(
      'RANGE_NOT_SATISFIABLE',
      `The content has ${item.sizeBytes} bytes; the range has none of them.`,
    );
  }
  sendHeaders(reply, 304, versionHeaders(item));
  reply.raw.end();
  return undefined;
}

/** Opens bytes for reading; undefined if they are missing, or have another length. */
async function openFile(path: string, sizeBytes: number): Promise<FileHandle | undefined> {
  try {
    const file = await open(path, 'r');
    const { size } = await file.stat();
    if (size === sizeBytes) return file;
    await file.close();
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function contentNotFound(): Failure<'NOT_FOUND'> {
  return new Failure('NOT_FOUND', 'The library has no such content, or not for this caller.');
}

/** Serves one device: its own headset gets the addresses at which this station has the assigned contents. */
function mountDevice(http: FastifyInstance, records: Records, holdings: Holdings): void {
  const read = (record: DeviceRecord, caller: Caller, origin: () => string): Device => {
    if (caller.role !== null && caller.role !== 'technician')
      return withoutSecrets(toDevice(records, record));
    const device = toDevice(records, record, records.core);
    return caller.scope === 'device' ? holdings.forHeadset(device, origin()) : device;
  };

  mount(http, contract.getDevice, ({ params, caller, origin }) => {
    const record = findDevice(records, params.deviceId, caller);
    return record instanceof Failure ? record : read(record, caller, origin);
  });

  mount(http, contract.getDeviceByAndroidId, ({ params, caller, origin }) => {
    const reachable = records.devices
      .findByAndroidId(params.androidid)
      .filter((record) => reaches(records, caller, record));
    const record = reachable.find((each) => each.enterpriseId === caller.enterpriseId) ?? reachable[0];
    if (record === undefined) {
      return new Failure('DEVICE_NOT_FOUND', 'No device is enrolled with this androidId.');
    }
    if (caller.scope === 'device' && record.id !== caller.deviceId) {
      return new Failure('FORBIDDEN', 'This token belongs to another device.');
    }
    return read(record, caller, origin);
  });
}

/** Returns the record for people below technician: without enrolment tokens, passwords and licences. */
function withoutSecrets(device: Device): Device {
  return { ...device, enrollmentToken: '', temporaryVerificationCode: null, license: null };
}
