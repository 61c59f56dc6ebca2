import type { EditorField } from '../../../copy/editor-fields.ts';
import type { Current } from '../current.ts';
import type { FieldSupport } from '../field-support.ts';

/** Properties of every control. */
export type ControlProps = {
  readonly field: EditorField;
  readonly value: unknown;
  readonly support: FieldSupport;
  readonly current: Current | null;
  readonly ids: readonly string[];
  readonly onChange: (value: unknown) => void;
};
