import { NativeSelect } from '@mantine/core';

import type { Scope } from './scopes.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = {
  scopes: readonly Scope[];
  value: string;
  label: string;
  onChange: (value: string) => void;
};

/** Chooses the headsets of an action. */
export function ScopeSelect({ scopes, value, label, onChange }: Props): React.JSX.Element {
  return (
    <NativeSelect
      label={label}
      {...typed(value, onChange)}
      data={scopes.map((scope) => ({ value: scope.value, label: scope.label }))}
    />
  );
}
