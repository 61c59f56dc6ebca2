import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import type { Brand } from '../../../shared/contract/devices/reported.ts';

/** Headsets of one model in the selection; a profile has one target per manufacturer, without headsets. */
export type Target = {
  readonly brand: Brand;
  /** Its name for people: the model, or the manufacturer if there are no headsets. */
  readonly name: string;
  readonly ids: readonly string[];
};

const MANUFACTURERS: readonly Target[] = [
  { brand: 'pico', name: 'PICO', ids: [] },
  { brand: 'meta', name: 'Meta Quest', ids: [] },
  { brand: 'htc', name: 'VIVE', ids: [] },
];

/** Targets of a profile: any headset of manufacturers with a catalog. */
export const anyHeadset: readonly Target[] = MANUFACTURERS;

/** Returns these headsets by model, the largest group first. `unknown` is the name for headsets without a model. */
export function targetsOf(headsets: readonly Headset[], unknown: string): readonly Target[] {
  const byModel = Map.groupBy(headsets, ({ brand, model }) => `${brand ?? 'generic'}\n${model ?? ''}`);
  return [...byModel.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      return [
        { brand: first.brand ?? 'generic', name: first.model ?? unknown, ids: group.map(({ id }) => id) },
      ] satisfies Target[];
    })
    .toSorted((a, b) => b.ids.length - a.ids.length || a.name.localeCompare(b.name));
}

/** Returns the number of headsets. */
export function countOf(targets: readonly Target[]): number {
  return targets.reduce((sum, target) => sum + target.ids.length, 0);
}
