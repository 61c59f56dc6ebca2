import { catalogOf } from '../../../shared/domain/configuration/catalog/catalog.ts';
import { isLevel, type LevelRange, PERCENT } from '../../../shared/domain/configuration/catalog/levels.ts';
import { catalogPathOf, isDoneByAgent, type EditorField } from '../../copy/editor-fields.ts';
import { countOf, type Target } from './targets.ts';

/** What the manufacturers of some headsets support in one field. */
export type FieldSupport = {
  /** Supported according to the manufacturer, fully or with limits. */
  readonly works: readonly Target[];
  readonly refused: readonly Target[];
  /** Unknown until tried. */
  readonly unknown: readonly Target[];
  readonly unit: string | null;
  /** The range that every manufacturer allows; null if none names one, or they have nothing in common. */
  readonly range: LevelRange | null;
  /** The ranges by manufacturer, if they differ. */
  readonly ranges: readonly { readonly target: Target; readonly range: LevelRange }[];
  /** The manufacturers' own numbers of a level that is edited in per cent; without those that count in per cent. */
  readonly levels: readonly { readonly target: Target; readonly range: LevelRange }[];
  /** Values allowed by every manufacturer that names some; null if none does. */
  readonly values: readonly (string | number)[] | null;
  readonly minimumOs: readonly string[];
  readonly needsRestart: boolean;
  readonly isByAgent: boolean;
};

/** Returns the support of a field on these headsets, from the catalogs of their manufacturers. */
export function supportOf(field: EditorField, targets: readonly Target[]): FieldSupport {
  const path = catalogPathOf(field);
  const isByAgent = isDoneByAgent(field);
  const reported = targets.flatMap((target) => {
    const entry = catalogOf(target.brand).fields[path];
    return entry === undefined ? [] : [{ target, entry }];
  });
  const withSupport = (support: string): Target[] =>
    reported.filter(({ entry }) => entry.support === support).map(({ target }) => target);
  const unknown = withSupport('unknown');
  // A profile may be used for any model.
  const isAnyModel = countOf(targets) === 0;
  const manufacturers = [...Map.groupBy(reported, ({ target }) => target.brand).values()].flatMap(
    ([first]) => first ?? [],
  );
  const ranges = manufacturers.flatMap(({ target, entry }) =>
    entry.range === null ? [] : [{ target, range: entry.range }],
  );
  const levels = reported.flatMap(({ target, entry: { range } }) =>
    range === null || (range.min === PERCENT.min && range.max === PERCENT.max) ? [] : [{ target, range }],
  );
  return {
    works: [...withSupport('yes'), ...withSupport('partial'), ...(isByAgent ? unknown : [])],
    refused: withSupport('no'),
    unknown: isByAgent ? [] : unknown,
    unit: isLevel(field) ? '%' : (manufacturers.find(({ entry }) => entry.unit !== null)?.entry.unit ?? null),
    range: isLevel(field) ? PERCENT : inCommon(ranges.map(({ range }) => range)),
    levels: isLevel(field) ? levels : [],
    ranges:
      !isLevel(field) && new Set(ranges.map(({ range }) => `${range.min} ${range.max}`)).size > 1
        ? ranges
        : [],
    values: sharedValues(manufacturers.flatMap(({ entry }) => (entry.values === null ? [] : [entry.values]))),
    minimumOs: manufacturers.flatMap(({ target, entry }) =>
      entry.minimumOs
        .filter(({ model }) => model === null || isAnyModel || targets.some(({ name }) => name === model))
        .map(({ model, version }) => `${model ?? target.name} ${version}`),
    ),
    needsRestart: reported.some(({ entry }) => entry.restart === 'yes'),
    isByAgent,
  };
}

function inCommon(ranges: readonly LevelRange[]): LevelRange | null {
  if (ranges.length === 0) return null;
  const min = Math.max(...ranges.map((range) => range.min));
  const max = Math.min(...ranges.map((range) => range.max));
  return min <= max ? { min, max } : null;
}

function sharedValues(lists: readonly (readonly (string | number)[])[]): readonly (string | number)[] | null {
  const [first, ...rest] = lists;
  if (first === undefined) return null;
  return first.filter((value) => rest.every((list) => list.includes(value)));
}

/** Returns what two settings have in common if the column of support says the same of both. */
export function supportKey({ isByAgent, works, refused, unknown }: FieldSupport): string {
  const names = (list: readonly Target[]): string => list.map(({ name }) => name).join('\n');
  return isByAgent ? 'agent' : [works, refused, unknown].map(names).join('\t');
}
