import { AGENT_FIELDS, CONTENT_FIELDS } from '../../shared/domain/configuration/catalog/facts.ts';
import {
  SETTINGS_FIELDS,
  type FieldShape,
  type SettingsField,
} from '../../shared/domain/configuration/catalog/fields.ts';
import { SETTINGS_GROUPS } from '../../shared/domain/configuration/settings/merge.ts';

type GroupField = Exclude<
  Extract<SettingsField, `${(typeof SETTINGS_GROUPS)[number]}.${string}`>,
  `network.globalProxy.${string}`
>;
type AgentField = (typeof AGENT_FIELDS)[number];
/** The lists of Settings: a configure replaces them as a whole. */
export type ListField = 'applications' | 'videos' | 'files' | 'packages' | 'wifi' | 'video360';

/** A row of the editor: a field of Settings, or a part that only makes sense as a whole. */
export type EditorField =
  | GroupField
  | AgentField
  | ListField
  | 'volume'
  | 'kioskMode'
  | 'network.globalProxy';

/** How a row is edited. */
export type FieldKind =
  | 'flag'
  | 'number'
  | 'text'
  | 'instant'
  | 'texts'
  | 'kiosk'
  | 'proxy'
  | 'applications'
  | 'videos'
  | 'files'
  | 'wifi'
  | 'objects';

/** The groups of the editor, in the order of the side list. */
export const EDITOR_GROUPS = ['kiosk', 'contents', 'wifi', ...SETTINGS_GROUPS, 'agent'] as const;
export type EditorGroup = (typeof EDITOR_GROUPS)[number];

const FIXED: Partial<Record<EditorGroup, readonly EditorField[]>> = {
  kiosk: ['kioskMode'],
  contents: ['applications', 'videos', 'files', 'packages', 'video360'],
  wifi: ['wifi'],
  agent: AGENT_FIELDS,
};

const KINDS: Partial<Record<EditorField, FieldKind>> = {
  kioskMode: 'kiosk',
  'network.globalProxy': 'proxy',
  applications: 'applications',
  videos: 'videos',
  files: 'files',
  wifi: 'wifi',
  packages: 'texts',
  video360: 'objects',
  'system.keepAlivePackages': 'texts',
};

/** Returns the fields of a group; those of the groups of Settings come from the field table. */
export function fieldsOf(group: EditorGroup): readonly EditorField[] {
  return FIELDS.get(group) ?? [];
}

/** Every row of the editor. */
export function allFields(): readonly EditorField[] {
  return [...FIELDS.values()].flat();
}

/** Returns the group whose list has a field. */
export function groupOf(field: EditorField): EditorGroup {
  for (const [group, fields] of FIELDS) if (fields.includes(field)) return group;
  return 'agent';
}

/** How a field is edited. */
export function kindOf(field: EditorField): FieldKind {
  const special = KINDS[field];
  if (special !== undefined) return special;
  switch (shapeOf(field)?.type) {
    case 'boolean':
      return 'flag';
    case 'number':
      return 'number';
    case 'date-time':
      return 'instant';
    case 'array':
      return 'texts';
    case 'object':
    case 'string':
    case undefined:
      return 'text';
  }
}

/** Returns the path of a field in the settings catalogs. */
export function catalogPathOf(field: EditorField): string {
  if (field === 'kioskMode') return 'kioskMode.isActive';
  if (field === 'network.globalProxy') return 'network.globalProxy.use';
  return field;
}

const BY_THE_AGENT = new Set<string>([...AGENT_FIELDS, ...CONTENT_FIELDS, 'applications']);

/** Returns true for settings that the agent applies itself, whatever the manufacturer. */
export function isDoneByAgent(field: EditorField): boolean {
  return BY_THE_AGENT.has(field);
}

function shapeOf(field: EditorField): FieldShape | undefined {
  const shapes: Readonly<Record<string, FieldShape>> = SETTINGS_FIELDS;
  return shapes[field];
}

const FIELDS: ReadonlyMap<EditorGroup, readonly EditorField[]> = new Map(
  EDITOR_GROUPS.map((group) => [group, FIXED[group] ?? fromTable(group)]),
);

/**
 * Returns the rows in the order of the table. A proxy is one row, and the overall volume is listed with the other
 * volumes.
 */
function fromTable(group: EditorGroup): readonly EditorField[] {
  const paths = Object.keys(SETTINGS_FIELDS).filter((path) => path.startsWith(`${group}.`));
  const fields = paths
    .filter((path) => !path.startsWith('network.globalProxy.'))
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table under a group are that group's fields
    .map((path) => path as GroupField);
  if (group === 'network') return [...fields, 'network.globalProxy'];
  return group === 'audio' ? ['volume', ...fields] : fields;
}
