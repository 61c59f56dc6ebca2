import type { FastifyInstance } from 'fastify';

import type { Activity } from '../../../shared/service-port.ts';

type Organisation = string | null;

/** How the audit log finds the names of a module's things. */
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
  /** Writes what is only in memory, after the listener has closed. */
  close?(): Promise<void>;
  readonly names?: SubjectNames;
  /** Returns what it is doing now. */
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
