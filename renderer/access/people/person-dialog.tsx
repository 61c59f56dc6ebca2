import { Button, Modal, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { addPerson, type Person, updatePerson } from '../../../shared/contract/access/people.ts';
import { ROLES, type Role } from '../../../shared/contract/access/roles.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';

/** Shorter passcodes are refused. Source: shared/contract/access/sessions.ts. */
const SHORTEST = 8;

type Props = {
  /** The person to change; null while closed. */
  person: Person | 'new' | null;
  onClose: () => void;
  onSaved: () => void;
};

/** Adds or changes a person who signs in with a passcode. */
export function PersonDialog({ person, onClose, onSaved }: Props): React.JSX.Element {
  const { t } = useTranslation(['people', 'common']);
  const title =
    person === null || person === 'new' ? t('people:add') : t('people:changeOf', { name: person.name });
  return (
    <Modal
      opened={person !== null}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      {person !== null && (
        <Form person={person === 'new' ? null : person} onClose={onClose} onSaved={onSaved} />
      )}
    </Modal>
  );
}

type FormProps = { person: Person | null; onClose: () => void; onSaved: () => void };

function Form({ person, onClose, onSaved }: FormProps): React.JSX.Element {
  const { t } = useTranslation(['people', 'common', 'shell']);
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Role>(person?.role ?? 'teacher');
  const [passcode, setPasscode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const isShort = passcode !== '' && passcode.length < SHORTEST;
  const isReady = name.trim() !== '' && !isShort && (person !== null || passcode !== '');

  const submit = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (!isReady) return;
    setBusy(true);
    const reported = { name: name.trim(), role };
    const outcome =
      person === null
        ? await call(addPerson, { body: { ...reported, passcode } })
        : await call(updatePerson, {
            params: { personId: person.id },
            body: { ...reported, ...(passcode === '' ? {} : { passcode }) },
          });
    setBusy(false);
    if (isRefused(outcome)) setRefusal(outcome);
    else onSaved();
  };

  return (
    <form className="form" onSubmit={(event) => void submit(event)}>
      <TextInput
        data-autofocus
        label={t('people:name')}
        description={t('people:nameText')}
        maxLength={64}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('people:role')}
        description={t(`people:roleText.${role}`)}
        value={role}
        data={ROLES.toReversed().map((value) => ({ value, label: t(`shell:role.${value}`) }))}
        onChange={(event) => {
          const chosen = ROLES.find((each) => each === event.currentTarget.value);
          if (chosen !== undefined) setRole(chosen);
        }}
      />
      <PasswordInput
        label={t(person === null ? 'people:passcode' : 'people:newPasscode')}
        description={t(person === null ? 'people:passcodeText' : 'people:keepPasscode')}
        autoComplete="new-password"
        maxLength={128}
        value={passcode}
        error={isShort ? t('people:tooShort') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('people:show') }}
        onChange={(event) => setPasscode(event.currentTarget.value)}
      />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      <DialogFoot cancel={t('common:cancel')} onCancel={onClose}>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {t('people:save')}
        </Button>
      </DialogFoot>
    </form>
  );
}
