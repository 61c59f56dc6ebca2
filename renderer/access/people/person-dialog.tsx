import { Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { oneOf, ticked, typed } from '../../ui/controls/field-props.ts';
import { addPerson, type Person, updatePerson } from '../../../shared/contract/access/people.ts';
import { ROLES, type Role } from '../../../shared/contract/access/roles.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { useCartNames } from './use-cart-names.ts';

/** Shorter passcodes are refused. Source: shared/contract/access/sessions.ts. */
const MIN_CHARACTERS = 8;

type Props = {
  /** The person to change; null for a new one. */
  person: Person | null;
  onClose: () => void;
  onSaved: () => void;
};

/** Adds or changes a person who signs in with a passcode. */
export function PersonForm({ person, onClose, onSaved }: Props): React.JSX.Element {
  const { t } = useTranslation(['people', 'common', 'shell']);
  const [name, setName] = useState(person?.name ?? '');
  const [role, setRole] = useState<Role>(person?.role ?? 'teacher');
  const [carts, setCarts] = useState(person?.carts ?? null);
  const [passcode, setPasscode] = useState('');
  const { isBusy, refusal, run } = useAction();
  const isShort = passcode !== '' && passcode.length < MIN_CHARACTERS;
  const limit = role === 'technician' ? null : carts;
  const missing =
    name.trim() === ''
      ? t('common:need.name')
      : limit?.length === 0
        ? t('people:chooseCart')
        : isShort || (person === null && passcode === '')
          ? t('people:tooShort')
          : null;

  const submit = async (): Promise<void> => {
    if (missing !== null) return;
    const input = { name: name.trim(), role, carts: limit };
    const reply = await run(
      person === null
        ? call(addPerson, { body: { ...input, passcode } })
        : call(updatePerson, {
            params: { personId: person.id },
            body: { ...changesOf(person, input), ...(passcode !== '' && { passcode }) },
          }),
    );
    if (reply !== null) onSaved();
  };

  return (
    <Form className="form" onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('people:name')}
        description={t('people:nameText')}
        maxLength={64}
        {...typed(name, setName)}
      />
      <NativeSelect
        label={t('people:role')}
        description={t(`people:roleText.${role}`)}
        {...oneOf(ROLES, role, setRole)}
        data={ROLES.toReversed().map((value) => ({ value, label: t(`shell:role.${value}`) }))}
      />
      {role !== 'technician' && <CartsField chosen={carts} onChange={setCarts} />}
      <PasswordInput
        label={t(person === null ? 'people:passcode' : 'people:newPasscode')}
        description={t(person === null ? 'people:passcodeText' : 'people:keepPasscode')}
        autoComplete="new-password"
        maxLength={128}
        {...typed(passcode, setPasscode)}
        error={isShort ? t('people:tooShort') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('people:show') }}
      />
      <FormFoot
        action={t('people:save')}
        isBusy={isBusy}
        missing={missing}
        refusal={refusal}
        onCancel={onClose}
      />
    </Form>
  );
}

type Input = Pick<Person, 'name' | 'role' | 'carts'>;

/** Returns what was changed here: the rest may have been changed elsewhere since, for example a role. */
function changesOf(person: Person, input: Input): Partial<Input> {
  return {
    ...(input.name !== person.name && { name: input.name }),
    ...(input.role !== person.role && { role: input.role }),
    ...(JSON.stringify(input.carts) !== JSON.stringify(person.carts) && { carts: input.carts }),
  };
}

type CartsProps = {
  /** Ids; null: all headsets. */
  chosen: readonly string[] | null;
  onChange: (carts: string[] | null) => void;
};

/** All headsets, or those of some carts. */
function CartsField({ chosen, onChange }: CartsProps): React.JSX.Element {
  const { t } = useTranslation('people');
  const carts = useFleet((fleet) => fleet.carts);
  const nameOf = useCartNames();
  const ids = new Set([...carts.map(({ id }) => id), ...(chosen ?? [])]);
  return (
    <fieldset className="choices">
      <legend>{t('carts')}</legend>
      <Checkbox
        {...ticked(chosen === null, (isOn) => onChange(isOn ? null : []))}
        label={t('allCarts')}
        description={ids.size === 0 ? t('noCarts') : t('allCartsText')}
        disabled={ids.size === 0}
      />
      {chosen !== null && (
        <div className="choices interfaces indent">
          {[...ids].map((id) => (
            <Checkbox
              key={id}
              {...ticked(chosen.includes(id), (isTicked) =>
                onChange(isTicked ? [...chosen, id] : chosen.filter((other) => other !== id)),
              )}
              label={nameOf(id)}
            />
          ))}
          {chosen.length === 0 && (
            <p className="small dim" role="status">
              {t('chooseCart')}
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}
