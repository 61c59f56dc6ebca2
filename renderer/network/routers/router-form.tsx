import { Checkbox, FileButton, NativeSelect, PasswordInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  FILE_KINDS,
  NETWORK_KINDS,
  ROUTER_KINDS,
  type RouterView,
} from '../../../shared/contract/network/routers.ts';
import type { Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { Form } from '../../ui/parts/form.tsx';
import { oneOf, ticked, typed } from '../../ui/controls/field-props.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import {
  draftOf,
  FIELDS_OF,
  unchangedFields,
  missingIn,
  newDraft,
  DEFAULT_URLS,
  type RouterDraft,
  type RouterField,
  type RouterKind,
} from './router-kinds.ts';

type Props = {
  /** Null: a new one. */
  router: RouterView | null;
  save: (draft: RouterDraft) => Promise<Refusal | null>;
  onDone: () => void;
};

/** Adds or changes a router. Secrets are write-only; empty fields stay unchanged. */
export function RouterForm({ router, save, onDone }: Props): React.JSX.Element {
  const { t } = useTranslation('station');
  const [draft, setDraft] = useState(() => (router === null ? newDraft('mikrotik') : draftOf(router)));
  const [isTried, setTried] = useState(false);
  const { isBusy, refusal, during } = useAction();
  const missing = missingIn(draft, router);
  const set = (part: Partial<RouterDraft>): void => setDraft((before) => ({ ...before, ...part }));
  const errorOf = (field: RouterField | 'label'): string | undefined =>
    isTried && missing.includes(field) ? t('routers.needed') : undefined;

  const submit = async (): Promise<void> => {
    setTried(true);
    if (missing.length > 0) return;
    if ((await during(save(draft))) === null) onDone();
  };

  return (
    <Form className="form" onSubmit={submit}>
      <KindSelect kind={draft.kind} onChange={(kind) => set({ kind })} />
      <TextInput
        data-autofocus
        label={t('routers.field.label')}
        maxLength={128}
        {...typed(draft.label, (label) => set({ label }))}
        error={errorOf('label')}
      />
      {FIELDS_OF[draft.kind].map((field) => (
        <Field
          key={field}
          field={field}
          draft={draft}
          isUnchanged={unchangedFields(draft, router).includes(field)}
          error={errorOf(field)}
          onChange={(value) => set({ [field]: value })}
        />
      ))}
      {NETWORK_KINDS.some((kind) => kind === draft.kind) && (
        <Checkbox
          label={t('routers.field.elsewhere')}
          description={t('routers.field.elsewhereText')}
          {...ticked(draft.allowsOtherNetworks, (allowsOtherNetworks) => set({ allowsOtherNetworks }))}
        />
      )}
      <FormFoot action={t('routers.save')} isBusy={isBusy} refusal={refusal} onCancel={onDone} />
    </Form>
  );
}

type KindSelectProps = { kind: RouterKind; onChange: (kind: RouterKind) => void };

function KindSelect({ kind, onChange }: KindSelectProps): React.JSX.Element {
  const { t } = useTranslation('station');
  const options = (kinds: readonly RouterKind[]): { value: string; label: string }[] =>
    kinds.map((value) => ({ value, label: t(`routers.kind.${value}`) }));
  return (
    <NativeSelect
      label={t('routers.field.kind')}
      {...oneOf(ROUTER_KINDS, kind, onChange)}
      data={[
        { group: t('routers.group.network'), items: options(NETWORK_KINDS) },
        { group: t('routers.group.file'), items: options(FILE_KINDS) },
        { group: t('routers.group.list'), items: options(['csv']) },
      ]}
    />
  );
}

type FieldProps = {
  field: RouterField;
  draft: RouterDraft;
  /** True if the station has a stored value. */
  isUnchanged: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Field({ field, draft, isUnchanged, error, onChange }: FieldProps): React.JSX.Element {
  const { t } = useTranslation('station');
  const isOfOpnsense = draft.kind === 'opnsense' && (field === 'username' || field === 'password');
  const label = isOfOpnsense
    ? t(field === 'username' ? 'routers.field.apiKey' : 'routers.field.apiSecret')
    : t(`routers.field.${field}`);
  const common = { label, ...typed(draft[field], onChange), error };
  if (field === 'password' || field === 'apiKey') {
    return (
      <PasswordInput
        {...common}
        autoComplete="new-password"
        description={isUnchanged ? t('routers.field.kept') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('show') }}
      />
    );
  }
  if (field === 'csv')
    return (
      <CsvField label={label} value={draft.csv} error={error} isUnchanged={isUnchanged} onChange={onChange} />
    );
  return (
    <TextInput
      {...common}
      placeholder={field === 'url' || field === 'path' ? DEFAULT_URLS[draft.kind] : undefined}
    />
  );
}

type CsvProps = Pick<FieldProps, 'isUnchanged' | 'error' | 'onChange'> & { label: string; value: string };

function CsvField({ isUnchanged, value, onChange, ...input }: CsvProps): React.JSX.Element {
  const { t } = useTranslation('station');
  const read = async (file: File | null): Promise<void> => {
    if (file !== null) onChange(await file.text());
  };
  return (
    <div className="stack">
      <Textarea
        {...input}
        {...typed(value, onChange)}
        className="code-area"
        description={isUnchanged ? t('routers.field.csvKept') : t('routers.field.csvText')}
        placeholder={'10.20.4.31,2C:26:17:A0:4E:07,A-01'}
        rows={6}
      />
      <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void read(file)}>
        {(props) => (
          <div>
            <SmallButton {...props}>{t('routers.field.csvFile')}</SmallButton>
          </div>
        )}
      </FileButton>
    </div>
  );
}
