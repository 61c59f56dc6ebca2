import { create } from 'zustand';
import { persist } from 'zustand/middleware';

import type { ClassAction, ClassRun } from '../../../shared/contract/classroom/class-run.ts';

type Kind = ClassAction['do'];

/** Reasons that concern the agent, and every later command of this kind too. */
const NOT_SUPPORTED = ['UNKNOWN_COMMAND', 'NOT_SUPPORTED_OVER_ADB'];

/** Headsets whose agent rejected a command as unknown, by command; stored on this computer. */
type Unsupported = { readonly byKind: Partial<Record<Kind, readonly string[]>> };

const useUnsupported = create<Unsupported>()(
  persist(() => ({ byKind: {} }), { name: 'muster.class.unknown-commands' }),
);

/** Learns from results: a headset that carries the command out has a newer agent. */
export function learnFrom({ action, results }: ClassRun): void {
  const { byKind } = useUnsupported.getState();
  const known = byKind[action.do] ?? [];
  const refused = results.filter(
    ({ stage, reason }) => stage === 'failed' && reason !== null && NOT_SUPPORTED.includes(reason),
  );
  const can = new Set(
    results.filter(({ stage }) => stage === 'done' || stage === 'delivered').map(({ id }) => id),
  );
  const next = [...new Set([...known, ...refused.map(({ id }) => id)])].filter((id) => !can.has(id));
  if (next.length === known.length && next.every((id) => known.includes(id))) return;
  useUnsupported.setState({ byKind: { ...byKind, [action.do]: next } });
}

/** Returns how many of these headsets are known not to support a command. */
export function useUnsupportedCount(kind: Kind, ids: readonly string[]): number {
  return useUnsupported(({ byKind }) => {
    const known = new Set(byKind[kind]);
    return known.size === 0 ? 0 : ids.filter((id) => known.has(id)).length;
  });
}
