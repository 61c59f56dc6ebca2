import type { FastifyInstance } from 'fastify';

import type { Activity } from '../../../shared/service-port.ts';

type Organisation = string | null;

/** What the things of a module are called, for the audit log. */
export type SubjectNames = {
  /** A thing whose id is in the path, by the parameter that it is in. */
  readonly inPath?: Readonly<Record<string, (id: string, enterpriseId: Organisation) => string | undefined>>;
  /** What an operation is about that names nothing in its path. */
  readonly ofOperation?: Readonly<Record<string, (enterpriseId: Organisation) => string | undefined>>;
};

/** A module of the service as station.ts treats it; what the modules above it use is beside this. */
export type Module = {
  /** Serves its operations. */
  mount(http: FastifyInstance): void;
  /** Ends what it does in the background, before the listener closes; settles when nothing of it runs any more. */
  stop?(): Promise<void>;
  /** Writes what is only in memory, after the listener has closed. */
  close?(): Promise<void>;
  readonly names?: SubjectNames;
  /** What it has to do just now. */
  counts?(): Partial<Activity>;
};

/** What the things of all modules are called. */
export function namesOf(modules: readonly Module[]): Required<SubjectNames> {
  return modules.reduce<Required<SubjectNames>>(
    ({ inPath, ofOperation }, { names }) => ({
      inPath: { ...inPath, ...names?.inPath },
      ofOperation: { ...ofOperation, ...names?.ofOperation },
    }),
    { inPath: {}, ofOperation: {} },
  );
}

/** What all modules together have to do just now. */
export function activityOf(modules: readonly Module[]): Activity {
  const none = { headsets: 0, linked: 0, codes: 0, downloads: 0, uploads: 0, syncs: 0 };
  return modules.reduce<Activity>((sum, each) => ({ ...sum, ...each.counts?.() }), none);
}
