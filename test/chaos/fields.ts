import type { Json } from './instance.ts';
import type { Field } from './schedule.ts';

export const FIELDS: readonly Field[] = ['label', 'volume', 'brightness', 'metadata'];

/** The segment of a conflict's path that names the field. */
export const PLACES: Readonly<Record<Field, string>> = {
  label: 'label',
  volume: 'volume',
  brightness: 'brightness',
  metadata: 'chaos',
};

/** Returns the value of a field in a record. */
export function valueOf(record: Json, field: Field): unknown {
  const settings = (record['settings'] ?? {}) as Json;
  const metadata = (record['metadata'] ?? {}) as Json;
  switch (field) {
    case 'label':
      return record['label'];
    case 'volume':
      return settings['volume'];
    case 'brightness':
      return (settings['display'] as Json | undefined)?.['brightness'];
    case 'metadata':
      return (metadata['chaos'] as Json | undefined)?.['value'];
  }
}
