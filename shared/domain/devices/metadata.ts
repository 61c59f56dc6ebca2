import { NAMESPACE_PATTERN } from '../../contract/devices/metadata.ts';
import { z } from 'zod';

import type { ErrorDetail } from '../../contract/errors.ts';
import { jsonObjectSchema } from '../../contract/primitives.ts';

/**
 * Maximum size of the value of one namespace, in bytes of its JSON in UTF-8. The API documentation leaves it open.
 */
export const MAX_METADATA_BYTES = 16 * 1024;

/** The reserved key of every value. Source: the API documentation, "Metadata convention". */
const groupSchema = z.object({ id: z.string(), label: z.string(), color: z.string().optional() });

/** The value of one namespace: any JSON object. */
export type MetadataValue = Readonly<Record<string, unknown>>;

/** All metadata of a device, by namespace. */
export type Metadata = Readonly<Record<string, MetadataValue>>;

/** The reason why a value cannot be stored. `details` name the paths inside the value. */
export type MetadataFault = {
  readonly code: 'INVALID_VALUE' | 'VALUE_TOO_LARGE';
  readonly message: string;
  readonly details: readonly ErrorDetail[];
};

/** Returns true for a well-formed namespace. */
export function isNamespace(name: string): boolean {
  return NAMESPACE_PATTERN.test(name);
}

/** Returns the value if it may be stored in a namespace, or why not. Size is checked before content. */
export function checkMetadataValue(input: unknown): { readonly value: MetadataValue } | MetadataFault {
  const object = jsonObjectSchema.safeParse(input);
  if (!object.success) return invalid([], object.error.issues);
  const value = object.data;
  const json = JSON.stringify(value);
  if (isLongerThan(json, MAX_METADATA_BYTES)) {
    const message = `The value is larger than ${MAX_METADATA_BYTES} bytes of JSON.`;
    return { code: 'VALUE_TOO_LARGE', message, details: [{ path: '', message }] };
  }
  if (holdsInfinity(value)) return invalid([], [{ path: [], message: 'A number is too large' }]);
  if (!Object.hasOwn(value, 'group')) return { value };
  const group = groupSchema.safeParse(value['group']);
  return group.success ? { value } : invalid(['group'], group.error.issues);
}

/** Returns the metadata with the value of a namespace replaced; null removes the namespace. */
export function withNamespace(metadata: Metadata, namespace: string, value: MetadataValue | null): Metadata {
  if (value !== null) return { ...metadata, [namespace]: value };
  return Object.fromEntries(Object.entries(metadata).filter(([name]) => name !== namespace));
}

function invalid(
  base: readonly string[],
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): MetadataFault {
  const details = issues.map(({ path, message }) => ({
    path: [...base, ...path].map(String).join('.'),
    message,
  }));
  const [first] = details;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  return {
    code: 'INVALID_VALUE',
    message: `The value is not valid: ${where}${first?.message ?? 'wrong'}`,
    details,
  };
}

/** JSON can contain numbers that overflow to Infinity, which would be stored as null. */
function holdsInfinity(value: MetadataValue): boolean {
  let isFound = false;
  JSON.stringify(value, (_key, item: unknown) => {
    isFound ||= item === Infinity || item === -Infinity;
    return item;
  });
  return isFound;
}

/** Returns whether well-formed text has more than `maxBytes` in UTF-8. */
export function isLongerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair counts for two of its four bytes.
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    if (unit >= 0x80) bytes += unit < 0x800 || isHalf ? 1 : 2;
  }
  return bytes > maxBytes;
}
