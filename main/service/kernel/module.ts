import type { FastifyInstance } from 'fastify';

import type { Activity } from '../../../shared/service-port.ts';
import type { Core } from './kernel.ts';

type Organisation = string | null;

/** Gives the audit log the names of a module's records. */
export type SubjectNames = {
  /** Names by id, for each path parameter. */
  readonly inPath?: Readonly<Record<string, (id: string, enterpriseId: Organisation) => string | undefined>>;
  /** Names for operations without a parameter in the path. */
  readonly ofOperation?: Readonly<Record<string, (enterpriseId: Organisation) => string | undefined>>;
};

/** A module of the service as station.ts uses it. */
export type Module = {
  /** Registers its routes. */
  mount(http: FastifyInstance): void;
  /** Stops background work before the listener closes; settles when none is running. */
  stop?(): Promise<void>;
  /** Writes data that is only in memory, after the listener has closed. */
  close?(): Promise<void>;
  readonly names?: SubjectNames;
  counts?(): Partial<Activity>;
};

/** Merges the names of all modules. */
export function namesOf(modules: readonly Module[]): Required<SubjectNames> {
  return modules.reduce<Required<SubjectNames>>(
    ({ inPath, ofOperation }, { names }) => ({
      inPath: { ...inPath, ...names?.inPath },
      ofOperation: { ...ofOperation, ...names?.ofOperation },
    }),
    { inPath: {}, ofOperation: {} },
  );
}

/** Merges the activity of all modules. */
export function activityOf(modules: readonly Module[]): Activity {
  const none = { headsets: 0, linked: 0, codes: 0, downloads: 0, uploads: 0, syncs: 0 };
  return modules.reduce<Activity>((sum, each) => ({ ...sum, ...each.counts?.() }), none);
}

/** Returns true if nothing is in progress. */
export function isIdle({ linked, codes, downloads, uploads, syncs }: Activity): boolean {
  return linked + codes + downloads + uploads + syncs === 0;
}

/** Closes a module. A disk error while it saves must not prevent the station from stopping. */
export async function closeModule(module: Module, { log }: Core): Promise<void> {
  await module.close?.().catch((error: unknown) => {
    log.error({ err: error }, 'what was only in memory could not be saved');
  });
}
