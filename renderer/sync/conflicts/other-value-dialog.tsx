import { NumberInput, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { subjectOf } from '../status/conflict-subject.ts';
import { useConflictLabels } from '../status/conflict-labels.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ticked, typed } from '../../ui/controls/field-props.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';

type Simple = string | number | boolean;

/** True if a person can enter another value: a word, number or switch, but not a password. */
export function isSimple(conflict: SyncConflict): boolean {
  const { kind } = subjectOf(conflict);
  const isOpen = kind === 'label' || kind === 'description' || kind === 'setting';
  return isOpen && !conflict.path.includes('password') && startOf(conflict) !== null;
}

function startOf({ here, there }: SyncConflict): Simple | null {
  const value = here ?? there;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

type Props = { conflict: SyncConflict; onTake: (value: Simple) => void; onClose: () => void };

/** Asks for a value that neither side has. */
export function OtherValueDialog({ conflict, onTake, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const labels = useConflictLabels();
  const [value, setValue] = useState<Simple>(() => startOf(conflict) ?? '');
  return (
    <Dialog
      onClose={onClose}
      title={t('sync:take.otherTitle', {
        headset: conflict.label ?? t('common:unnamed'),
        name: labels.name(conflict),
      })}
    >
      <Form
        className="form"
        onSubmit={() => {
          onTake(value);
          onClose();
        }}
      >
        <ValueField label={labels.name(conflict)} value={value} onChange={setValue} />
        <FormFoot
          action={t('sync:take.otherTake')}
          missing={value === '' && t('common:need.value')}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

type FieldProps = { label: string; value: Simple; onChange: (value: Simple) => void };

function ValueField({ label, value, onChange }: FieldProps): React.JSX.Element {
  if (typeof value === 'boolean') {
    return <Switch label={label} {...ticked(value, onChange)} />;
  }
  if (typeof value === 'number') {
    return (
      <NumberInput
        data-autofocus
        label={label}
        value={value}
        onChange={(next) => {
          if (typeof next === 'number') onChange(next);
        }}
      />
    );
  }
  return <TextInput data-autofocus label={label} maxLength={2_048} {...typed(value, onChange)} />;
}
