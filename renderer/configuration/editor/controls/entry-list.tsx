import { ActionIcon, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconChevronDown, IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../../ui/why/why.ts';
import { ticked, typed } from '../../../ui/controls/field-props.ts';
import { SmallButton } from '../../../ui/controls/small-button.ts';
import { useSettingsCopy } from '../../../copy/settings-copy.ts';
import { InstantInput } from './instant-input.tsx';

/** An entry of a list in the editor: fields by name. */
export type Entry = Readonly<Record<string, unknown>>;

export type EntryField = {
  readonly name: string;
  readonly label: string;
  readonly kind: 'text' | 'number' | 'instant' | 'flag' | 'choice';
  readonly choices?: readonly string[];
  readonly isRequired?: boolean;
  /** Returns what is wrong with a text, shown below its input. */
  readonly faultOf?: (text: string) => string | undefined;
};

type Props = {
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly fields: readonly EntryField[];
  readonly titleOf: (entry: Entry) => string;
  /** Small text behind the title. */
  readonly noteOf?: (entry: Entry) => React.ReactNode;
  /** Fields that need more than an input, below the others. */
  readonly more?: (entry: Entry, change: (entry: Entry) => void) => React.ReactNode;
  readonly fresh: Entry;
  /** Why the last entry cannot be removed, if an empty list would do harm. */
  readonly keepsOne?: string;
  readonly addLabel: string;
  /** Other ways to add, beside the button. */
  readonly adding?: React.ReactNode;
  readonly onChange: (entries: readonly Entry[]) => void;
};

/** An ordered list: entries to edit, move up and down, and remove. */
export function EntryList(props: Props): React.JSX.Element {
  const { t } = useTranslation('configure');
  const { entries, fresh, onChange } = props;
  const [open, setOpen] = useState<number | null>(() => {
    const unnamed = entries.findIndex((entry) => props.titleOf(entry) === '');
    return unnamed === -1 ? null : unnamed;
  });
  const replace = (at: number, entry: Entry): void =>
    onChange(entries.map((known, index) => (index === at ? entry : known)));
  const move = (at: number, by: -1 | 1): void => {
    const target = at + by;
    const [moved, other] = [entries[at], entries[target]];
    if (moved === undefined || other === undefined) return;
    onChange(entries.map((entry, index) => (index === at ? other : index === target ? moved : entry)));
    if (open === at) setOpen(target);
  };
  return (
    <div className="entries stack">
      <ol className="framed" aria-label={props.label}>
        {entries.map((entry, index) => (
          <li key={index}>
            <EntryLine
              {...props}
              entry={entry}
              index={index}
              isOpen={open === index}
              onToggle={() => setOpen(open === index ? null : index)}
              onMove={(by) => move(index, by)}
              onRemove={() => {
                onChange(entries.filter((_, at) => at !== index));
                setOpen(null);
              }}
              onEdit={(next) => replace(index, next)}
            />
          </li>
        ))}
      </ol>
      {entries.length === 0 && <p className="dim">{t('list.none')}</p>}
      <div className="row">
        <SmallButton
          leftSection={<IconPlus className="i s" aria-hidden="true" />}
          onClick={() => {
            onChange([...entries, fresh]);
            setOpen(entries.length);
          }}
        >
          {props.addLabel}
        </SmallButton>
        {props.adding}
      </div>
    </div>
  );
}

type LineProps = Omit<Props, 'onChange'> & {
  entry: Entry;
  index: number;
  isOpen: boolean;
  onToggle: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
  onEdit: (entry: Entry) => void;
};

function EntryLine(props: LineProps): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const { entry, index, entries, isOpen, onMove, titleOf } = props;
  const isLast = props.keepsOne !== undefined && entries.length === 1;
  const title = titleOf(entry) === '' ? t('list.unnamed') : titleOf(entry);
  return (
    <>
      <div className="entry-line close row">
        <button
          type="button"
          className="entry-title row snug"
          aria-expanded={isOpen}
          onClick={props.onToggle}
        >
          <IconChevronDown className="i s" aria-hidden="true" />
          <b className="cut">{title}</b>
          <span className="small faint cut">{props.noteOf?.(entry)}</span>
        </button>
        <ActionIcon
          variant="subtle"
          aria-label={t('list.up', { what: title })}
          {...blockedBy(index === 0 && t('common:why.first'))}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp className="i s" aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t('list.down', { what: title })}
          {...blockedBy(index === entries.length - 1 && t('common:why.last'))}
          onClick={() => onMove(1)}
        >
          <IconArrowDown className="i s" aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          aria-label={t('list.remove', { what: title })}
          {...blockedBy(isLast && props.keepsOne)}
          onClick={props.onRemove}
        >
          <IconX className="i s" aria-hidden="true" />
        </ActionIcon>
      </div>
      {isOpen && <EntryForm {...props} />}
    </>
  );
}

function EntryForm({ entry, fields, titleOf, more, onEdit }: LineProps): React.JSX.Element {
  const [isNew] = useState(titleOf(entry) === '');
  const change = (name: string, value: unknown): void => {
    const next = new Map<string, unknown>(Object.entries(entry)).set(name, value);
    if (value === undefined || value === '') next.delete(name);
    onEdit(Object.fromEntries(next));
  };
  return (
    <div className="entry-fields">
      {fields.map((field) => (
        <EntryInput
          key={field.name}
          field={field}
          value={entry[field.name]}
          isFirst={isNew && field === fields[0]}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      {more?.(entry, onEdit)}
    </div>
  );
}

type InputProps = {
  field: EntryField;
  value: unknown;
  /** True for the first field of an entry that was just added: it has the focus. */
  isFirst: boolean;
  onChange: (value: unknown) => void;
};

function EntryInput({ field, value, isFirst, onChange }: InputProps): React.JSX.Element {
  const copy = useSettingsCopy();
  const { label, isRequired = false } = field;
  switch (field.kind) {
    case 'flag':
      return <Switch label={label} {...ticked(value === true, onChange)} />;
    case 'number':
      return (
        <NumberInput
          label={label}
          hideControls
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
        />
      );
    case 'instant':
      return (
        <div>
          <span className="mantine-InputWrapper-label" aria-hidden="true">
            {label}
          </span>
          <InstantInput label={label} value={value} onChange={onChange} />
        </div>
      );
    case 'choice':
      return (
        <Select
          label={label}
          clearable
          data={(field.choices ?? []).map((choice) => ({
            value: choice,
            label: copy.values[choice] ?? choice,
          }))}
          value={typeof value === 'string' ? value : null}
          onChange={(next) => onChange(next ?? undefined)}
        />
      );
    case 'text':
      return (
        <TextInput
          label={label}
          withAsterisk={isRequired}
          autoFocus={isFirst}
          error={typeof value === 'string' ? field.faultOf?.(value) : undefined}
          {...typed(typeof value === 'string' ? value : '', onChange)}
        />
      );
  }
}

/** Returns the entries of a list in a draft. */
export function asEntries(value: unknown): readonly Entry[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) =>
    typeof entry === 'object' && entry !== null ? [Object.fromEntries(Object.entries(entry))] : [],
  );
}

/** Returns a text field of an entry; empty if absent. */
export function textIn(entry: Entry, name: string): string {
  const value = entry[name];
  return typeof value === 'string' ? value : '';
}
