import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import type { LibraryItemView } from '../../../../shared/contract/content/library.ts';
import { Failure, noOrganisation } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { mountBytes } from '../../kernel/http/routes/mount-bytes.ts';
import type { Records } from '../../devices/index.ts';
import { tooMany } from '../../devices/changes/index.ts';
import type { Collector } from './collect.ts';
import type { Fetcher } from '../transfers/fetcher.ts';
import type { LibraryFiles } from '../files/files.ts';
import type { JobStore } from '../transfers/job-store.ts';
import type { Readiness } from './readiness.ts';
import type { LibraryItem, LibraryStore } from '../files/store.ts';
import type { Upload } from '../transfers/upload-store.ts';
import type { Uploads } from '../transfers/uploads.ts';
import { toEntryView, toItemView, toJobView, toUploadView } from './views.ts';

export type LibraryRoutes = {
  readonly records: Records;
  readonly store: LibraryStore;
  readonly files: LibraryFiles;
  readonly jobs: JobStore;
  readonly uploads: Uploads;
  readonly fetcher: Fetcher;
  readonly collector: Collector;
  readonly readiness: Readiness;
};

/** Serves `/station/library`. Each organisation sees its own items. */
export function mountLibraryRoutes(http: FastifyInstance, input: LibraryRoutes): void {
  mountAdding(http, input);
  mountItems(http, input);
  mountUploads(http, input);
  mountJobs(http, input);
  mountPreparing(http, input);
}

function mountAdding(http: FastifyInstance, input: LibraryRoutes): void {
  const { store, uploads, fetcher } = input;

  mountBytes(http, contract.addToLibrary, {
    async bytes({ query, caller, bytes }) {
      const { enterpriseId } = caller;
      if (enterpriseId === null) return noOrganisation();
      const announced = announcedBy({ ...query, name: query.name ?? 'upload' });
      const shelved = await uploads.receiveWhole(enterpriseId, announced, bytes);
      if (shelved instanceof Failure) return shelved;
      return { item: await view(input, enterpriseId, shelved.item), job: null, isNew: shelved.isNew };
    },
    async json({ body, caller }) {
      const { enterpriseId } = caller;
      if (enterpriseId === null) return noOrganisation();
      const { url, name = null, kind = null, sha256: wantedSha256 = null } = body;
      const held = store.findByUrl(enterpriseId, url);
      if (held !== undefined && (wantedSha256 ?? held.sha256) === held.sha256) {
        return { item: await view(input, enterpriseId, held), job: null, isNew: false };
      }
      const job = await fetcher.add({ enterpriseId, url, name, kind, wantedSha256 });
      return { item: null, job: toJobView(job, fetcher), isNew: true };
    },
  });
}

function mountItems(http: FastifyInstance, input: LibraryRoutes): void {
  const { store, files, collector } = input;

  mount(http, contract.listLibrary, async ({ query, caller }) => {
    if (caller.enterpriseId === null) return noOrganisation();
    const freeBytes = await files.freeBytes();
    const { page, limit } = query;
    const { total, items } = store.list(caller.enterpriseId, query);
    const summary = { ...store.sums(caller.enterpriseId), freeBytes };
    return { page, limit, total, items: items.map(toEntryView), summary };
  });

  mount(http, contract.getLibraryItem, ({ params, caller }) => {
    const { enterpriseId } = caller;
    const item = enterpriseId === null ? undefined : store.find(enterpriseId, params.sha256);
    if (item === undefined || enterpriseId === null) {
      return new Failure('NOT_FOUND', 'The library has nothing with this SHA-256.');
    }
    return view(input, enterpriseId, item);
  });

  mount(http, contract.removeLibraryItem, ({ params, query, caller }) =>
    caller.enterpriseId === null
      ? noOrganisation()
      : collector.remove(caller.enterpriseId, params.sha256, query.force),
  );

  mount(http, contract.collectLibrary, async ({ body: { dryRun = false }, caller }) => {
    if (caller.enterpriseId === null) return noOrganisation();
    const { removed, ...rest } = await collector.collect(caller.enterpriseId, dryRun);
    const named = removed.map(({ sha256, name, sizeBytes }) => ({ sha256, name, sizeBytes }));
    return { dryRun, removed: named, ...rest };
  });
}

function mountUploads(http: FastifyInstance, input: LibraryRoutes): void {
  const { uploads } = input;

  mount(http, contract.startUpload, async ({ body, caller }) => {
    if (caller.enterpriseId === null) return noOrganisation();
    const upload = await uploads.begin(caller.enterpriseId, announcedBy(body), body.sizeBytes);
    return upload instanceof Failure ? upload : toUploadView(upload, 0);
  });

  mount(http, contract.getUpload, async ({ params, caller }) => {
    const upload = findUpload(uploads, params.uploadId, caller);
    return upload instanceof Failure ? upload : toUploadView(upload, await uploads.offset(upload));
  });

  mountBytes(http, contract.continueUpload, {
    async bytes({ params, query, caller, bytes }) {
      const upload = findUpload(uploads, params.uploadId, caller);
      if (upload instanceof Failure) return upload;
      const result = await uploads.proceed(upload, query.offset, bytes);
      if (result instanceof Failure) return result;
      const { shelved } = result;
      return {
        upload: toUploadView(result.upload, result.offset),
        item: shelved === null ? null : await view(input, upload.enterpriseId, shelved.item),
        isNew: shelved?.isNew ?? false,
      };
    },
  });

  mount(http, contract.cancelUpload, async ({ params, caller }) => {
    const { enterpriseId } = caller;
    const isGone = enterpriseId !== null && (await uploads.cancel(enterpriseId, params.uploadId));
    return isGone ? { success: true as const } : noUpload();
  });
}

function mountJobs(http: FastifyInstance, input: LibraryRoutes): void {
  const { jobs, fetcher } = input;

  mount(http, contract.listLibraryJobs, ({ query, caller }) => {
    if (caller.enterpriseId === null) return noOrganisation();
    const { total, items } = jobs.page(query, caller.enterpriseId);
    return { ...query, total, items: items.map((job) => toJobView(job, fetcher)) };
  });

  mount(http, contract.cancelLibraryJob, async ({ params, caller }) => {
    if (caller.enterpriseId === null) return noOrganisation();
    const job = await fetcher.cancel(caller.enterpriseId, params.jobId);
    return job instanceof Failure ? job : toJobView(job, fetcher);
  });
}

function mountPreparing(http: FastifyInstance, { records, readiness }: LibraryRoutes): void {
  mount(http, contract.prepareOffline, ({ body: { devicesId }, caller }) => {
    return tooMany(devicesId) ?? readiness.prepare(devicesId, caller);
  });

  mount(http, contract.getReadiness, ({ query, caller }) => {
    if (caller.enterpriseId === null) return noOrganisation();
    return readiness.read(query.devicesId ?? records.ids.all(caller.enterpriseId), caller);
  });
}

async function view(input: LibraryRoutes, enterpriseId: string, item: LibraryItem): Promise<LibraryItemView> {
  const { store, collector } = input;
  const { sha256 } = item;
  const urls = store.urlsOf(enterpriseId, sha256);
  return toItemView(item, { urls, assignedTo: await collector.assignedTo(enterpriseId, { sha256, urls }) });
}

type Reported = {
  readonly name: string;
  readonly kind?: LibraryItem['kind'] | undefined;
  readonly sha256?: string | undefined;
  readonly sourceUrl?: string | undefined;
};

function announcedBy({ name, kind, sha256, sourceUrl }: Reported) {
  return { name, kind: kind ?? null, sha256: sha256 ?? null, replacedUrl: sourceUrl ?? null };
}

function findUpload(uploads: Uploads, id: string, { enterpriseId }: Caller): Upload | Failure<'NOT_FOUND'> {
  return (enterpriseId === null ? undefined : uploads.find(enterpriseId, id)) ?? noUpload();
}

function noUpload(): Failure<'NOT_FOUND'> {
  return new Failure('NOT_FOUND', 'There is no such upload, or it is complete.');
}
