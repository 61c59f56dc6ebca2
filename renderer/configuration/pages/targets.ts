import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import type { Brand } from '../../../shared/contract/devices/reported.ts';

/** Headsets of one model in what is being configured; a profile has one target per maker, without headsets. */
export type Target = {
  readonly brand: Brand;
  /** As a person reads it: the model, or the maker where no headset is named. */
  readonly name: string;
  readonly ids: readonly string[];
};

const MAKERS: readonly Target[] = [
  { brand: 'pico', name: 'PICO', ids: [] },
  { brand: 'meta', name: 'Meta Quest', ids: [] },
  { brand: 'htc', name: 'VIVE', ids: [] },
];

/** What a profile is for: any headset of the makers that have a catalog. */
export const anyHeadset: readonly Target[] = MAKERS;

/** These headsets by model, the largest group first. `unknown` names headsets that never said what they are. */
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

/** How many headsets these are. */
export function countOf(targets: readonly Target[]): number {
  return targets.reduce((sum, target) => sum + target.ids.length, 0);
}
