import { isLongerThan, MAX_METADATA_BYTES } from '../../../../shared/domain/devices/metadata.ts';
import { changeBetween } from './change-between.ts';
import {
  type DesiredState,
  type DeviceMerge,
  type JsonObject,
  type MergeConflict,
  NOTHING_DESIRED,
  type Side,
  type SyncPolicy,
} from './desired.ts';
import { settleKiosk } from './kiosk.ts';
import { LISTS } from './lists.ts';
import { PartMerge, type Three } from './merge-values.ts';
import { toNormalForm } from './normal-form.ts';
import { settlePackages } from './packages.ts';
import { isObject, isSame, keysOf, own } from './values.ts';

/** Input of a merge. `base` is undefined if the two sides have never agreed. */
export type MergeInput = {
  readonly base: DesiredState | undefined;
  readonly here: DesiredState;
  /** An absent part is unknown at the central and stays as in `base`. */
  readonly there: Partial<DesiredState>;
  readonly policy: SyncPolicy;
  /** Returns whether the headset reported this package as installed: a kiosk may run it although it is not assigned. */
  readonly isInstalled: (packageName: string) => boolean;
};

/**
 * Three-way merge of the desired state of one device. A change of one side since `base` is applied. If both changed the
 * same value differently, the winner's is applied and a conflict retains the other. Anything unchanged stays, including
 * unknown fields. The result is consistent: two changes that are valid alone but contradict each other are a conflict
 * too. Applying it to both sides makes them equal, and merging again finds nothing. Descriptions are merged but not
 * sent to the central, since there is no documented way to do so.
 */
export function mergeDevice({ base: known, here, there, policy, isInstalled }: MergeInput): DeviceMerge {
  const start = known ?? NOTHING_DESIRED;
  const base = toNormalForm(start, start);
  const states = {
    base,
    here: toNormalForm(here, base),
    there: toNormalForm({ ...start, ...reported(there) }, base),
  };
  const conflicts: MergeConflict[] = [];
  const winnerOf = (part: string): Side => policy.parts[part] ?? policy.otherwise;
  const partOf = (part: string): PartMerge => new PartMerge(winnerOf(part), conflicts);

  const settings = mergeSettingsOf(pick(states, 'settings'), partOf);
  const together = { settings: pick(states, 'settings'), winnerOf, conflicts };
  const merged: DesiredState = {
    label: toText(partOf('label').value(['label'], pickText(states, 'label'))),
    description: toText(partOf('description').value(['description'], pickText(states, 'description'))),
    license: toObjectOrNull(partOf('license').value(['license'], pick(states, 'license'))),
    settings: settleKiosk(settlePackages(settings, together), { ...together, isInstalled }),
    metadata: mergeMetadata(pick(states, 'metadata'), partOf('metadata')),
  };
  const agreed = { ...merged, description: states.there.description };
  return {
    merged,
    agreed,
    toPush: changeBetween(states.there, agreed),
    toApply: changeBetween(states.here, merged),
    conflicts,
  };
}

/** Returns the parts that the central's record contains. */
function reported(there: Partial<DesiredState>): Partial<DesiredState> {
  return Object.fromEntries(Object.entries(there).filter(([, part]) => part !== undefined));
}

function pick<Part extends keyof DesiredState>(
  states: Three<DesiredState>,
  part: Part,
): Three<DesiredState[Part]> {
  return { base: states.base[part], here: states.here[part], there: states.there[part] };
}

/** An empty text counts as absent, as everywhere else. */
function pickText(states: Three<DesiredState>, part: 'label' | 'description'): Three<string | undefined> {
  const { base, here, there } = pick(states, part);
  return { base: base ?? undefined, here: here ?? undefined, there: there ?? undefined };
}

function mergeSettingsOf(three: Three<JsonObject>, partOf: (part: string) => PartMerge): JsonObject {
  const { base, here, there } = three;
  const parts = keysOf(there, here).map((name): [string, unknown] => {
    const of = { base: own(base, name), here: own(here, name), there: own(there, name) };
    const path = ['settings', name];
    const list = LISTS.get(name);
    return [name, list === undefined ? partOf(name).group(path, of) : partOf(name).list(path, list, of)];
  });
  return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
}

function mergeMetadata(three: Three<DesiredState['metadata']>, part: PartMerge): DesiredState['metadata'] {
  const { base, here, there } = three;
  const namespaces = keysOf(there, here).map((namespace): [string, JsonObject | undefined] => {
    const of = { base: ns(base, namespace), here: ns(here, namespace), there: ns(there, namespace) };
    return [namespace, mergeNamespace(['metadata', namespace], of, part)];
  });
  return Object.fromEntries(
    namespaces.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Merges key by key, or as a whole if the keys of both sides together exceed the limit of a namespace. */
function mergeNamespace(
  path: readonly string[],
  three: Three<JsonObject | undefined>,
  part: PartMerge,
): JsonObject | undefined {
  const { here, there } = three;
  const merged = part.object(path, three);
  if (!isObject(merged)) return undefined;
  if (isSame(merged, here) || isSame(merged, there) || !isTooLarge(merged)) return merged;
  part.discard(path);
  const whole = part.value(path, three);
  return isObject(whole) ? whole : undefined;
}

function isTooLarge(value: JsonObject): boolean {
  return isLongerThan(JSON.stringify(value), MAX_METADATA_BYTES);
}

function ns(metadata: DesiredState['metadata'], namespace: string): JsonObject | undefined {
  const value = own(metadata, namespace);
  return isObject(value) ? value : undefined;
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function toObjectOrNull(value: unknown): JsonObject | null {
  return isObject(value) ? value : null;
}
