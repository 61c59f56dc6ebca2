import { NAMESPACE_PATTERN } from '../../contract/devices/metadata.ts';
import { z } from 'zod';

import type { ErrorDetail } from '../../contract/errors.ts';
import { jsonObjectSchema } from '../../contract/primitives.ts';

/** Largest value of one namespace, in bytes of its JSON in UTF-8. Source: design.md section 4, "Metadata". */
export const MAX_METADATA_BYTES = 16 * 1024;

/** The reserved key of every value. Source: interface.md "Metadata convention". */
const groupSchema = z.object({ id: z.string(), label: z.string(), color: z.string().optional() });

/** What one namespace holds: any JSON object. */
export type MetadataValue = Readonly<Record<string, unknown>>;

/** Everything that is noted about a device, by namespace. */
export type Metadata = Readonly<Record<string, MetadataValue>>;

/** Why a value cannot be kept. `details` name the places inside the value. */
export type MetadataFault = {
  readonly code: 'INVALID_VALUE' | 'VALUE_TOO_LARGE';
  readonly message: string;
  readonly details: readonly ErrorDetail[];
};

/** True for a well-formed namespace. */
export function isNamespace(name: string): boolean {
  return NAMESPACE_PATTERN.test(name);
}

/** The value as it may stand in a namespace, or why it may not. Size goes before content. */
export function checkMetadataValue(given: unknown): { readonly value: MetadataValue } | MetadataFault {
  const object = jsonObjectSchema.safeParse(given);
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

/** The metadata with this value in place of what the namespace held; null takes the namespace away. */
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

/** JSON can write numbers that no computer can hold; they would be kept as null. */
function holdsInfinity(value: MetadataValue): boolean {
  let isFound = false;
  JSON.stringify(value, (_key, item: unknown) => {
    isFound ||= item === Infinity || item === -Infinity;
    return item;
  });
  return isFound;
}

/** Whether well-formed text has more than `maxBytes` in UTF-8. */
export function isLongerThan(text: string, maxBytes: number): boolean {
  if (text.length > maxBytes) return true;
  let bytes = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    // Each half of a surrogate pair stands for two of its four bytes.
    const isHalf = unit >= 0xd800 && unit <= 0xdfff;
    if (unit >= 0x80) bytes += unit < 0x800 || isHalf ? 1 : 2;
  }
  return bytes > maxBytes;
}
