import { Autocomplete } from '@mantine/core';
import { useMemo } from 'react';

import { useLanguage } from '../../../copy/language.ts';
import { choicesFor, type Choice } from './known-choices.ts';

type Props = {
  field: string;
  label: string;
  value: string;
  /** Values that the headsets support; null or empty if unknown. */
  values: readonly (string | number)[] | null;
  onChange: (value: string) => void;
};

/** Maximum number of suggestions. */
const MAX_SHOWN = 60;

/** A text with a list to choose from by name or code; other values stay possible, because headsets may support more. */
export function ChoiceInput({ field, label, value, values, onChange }: Props): React.JSX.Element {
  const language = useLanguage();
  const choices = useMemo(() => {
    const all = choicesFor(field, language) ?? [];
    return values === null || values.length === 0
      ? all
      : all.filter((choice) => values.includes(choice.value));
  }, [field, language, values]);
  const names = useMemo(() => new Map(choices.map((choice) => [choice.value, choice.name])), [choices]);
  return (
    <div className="choice-input row">
      <Autocomplete
        aria-label={label}
        data={choices.map((choice) => choice.value)}
        value={value}
        limit={MAX_SHOWN}
        maxDropdownHeight={280}
        filter={({ search }) =>
          choices
            .filter((choice) => isFound(choice, search, value))
            .map((choice) => ({ value: choice.value, label: choice.value }))
        }
        renderOption={({ option }) => (
          <span className="breaks">
            {option.value} <span className="small faint">{names.get(option.value)}</span>
          </span>
        )}
        onChange={onChange}
      />
      <span className="small faint">{names.get(value)}</span>
    </div>
  );
}

/** Matches everything while the field holds a choice, so that the open list shows the others. */
function isFound({ value, name }: Choice, search: string, current: string): boolean {
  const sought = search.trim().toLowerCase();
  if (sought === '' || (search === current && value === current)) return true;
  return `${value} ${name}`.toLowerCase().replaceAll('_', ' ').includes(sought);
}
