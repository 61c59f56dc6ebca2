import type { JsonObject } from '../rules/desired.ts';
import type { Part } from '../records/upstream-store.ts';

type Candidate = {
  readonly label?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, JsonObject>> | undefined;
};

/**
 * True if a device of the central belongs to the selection of this station. Its group is unknown until it is read:
 * without metadata it counts as selected.
 */
export function isSelected(part: Part | null, { label, metadata }: Candidate): boolean {
  if (part === null) return true;
  if (part.namePattern !== undefined && !matchesPattern(part.namePattern, label ?? '')) return false;
  return part.group === undefined || metadata === undefined || isInGroup(part.group, metadata);
}

/** True if a label matches a pattern. `*` matches any text; case is ignored. */
function matchesPattern(pattern: string, label: string): boolean {
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  const text = label.toLowerCase();
  if (others.length === 0) return text === first;
  if (!text.startsWith(first)) return false;
  let at = first.length;
  for (const [index, piece] of others.entries()) {
    const isLast = index === others.length - 1;
    const found = isLast ? text.length - piece.length : text.indexOf(piece, at);
    if (found < at || !text.startsWith(piece, found)) return false;
    at = found + piece.length;
  }
  return true;
}

/** Any namespace may contain a group. Source: the API documentation, "Metadata convention". */
function isInGroup(wantedGroup: string, metadata: Readonly<Record<string, JsonObject>>): boolean {
  return Object.values(metadata).some(({ group }) => {
    if (typeof group !== 'object' || group === null) return false;
    return ('id' in group && group.id === wantedGroup) || ('label' in group && group.label === wantedGroup);
  });
}
