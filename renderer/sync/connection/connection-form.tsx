import { Button, Checkbox, PasswordInput, Radio, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { type Sync } from '../../../shared/contract/sync/sync.ts';
import { checkUpstream, setUpstream } from '../../../shared/contract/sync/upstream.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { readStation } from '../../model/station/station-facts.ts';
import {
  bodyOf,
  completeUrl,
  draftOf,
  keepsToken,
  missingIn,
  type ConnectionDraft,
} from './connection-draft.ts';
import { Form } from '../../ui/parts/form.tsx';
import { putSync } from '../status/sync-watch.ts';
import type { z } from 'zod';
import { useFormat } from '../../copy/format.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { ticked, typed } from '../../ui/controls/field-props.ts';
import { useReasonLabels } from '../status/reasons.ts';

type Set = (part: Partial<ConnectionDraft>) => void;

/**
 * Form for URL, token and selection of devices. The connection is tested before it is saved, and any problem is
 * explained.
 */
export function ConnectionForm({ sync }: { sync: Sync }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const form = useConnection(sync);
  const { draft, set, finding } = form;
  const isKept = keepsToken(draft, sync);
  const isOtherCentral = sync.upstream !== null && !isKept;
  const errorOf = (field: keyof ConnectionDraft): string | undefined =>
    form.missing.includes(field) ? t('connect.needed') : undefined;
  return (
    <Form className="panel" aria-label={t('tab.connection')} onSubmit={form.submit}>
      <div className="pad form">
        <TextInput
          label={t('connect.address')}
          description={t('connect.addressText')}
          placeholder="https://fleet.example.org"
          maxLength={2_048}
          {...typed(draft.url, (url) => set({ url }))}
          error={errorOf('url')}
        />
        <PasswordInput
          label={t('connect.token')}
          description={t(isKept ? 'connect.tokenKept' : 'connect.tokenText')}
          autoComplete="new-password"
          {...typed(draft.token, (token) => set({ token }))}
          error={errorOf('token')}
          visibilityToggleButtonProps={{ 'aria-label': t('connect.show') }}
        />
        <PartChoice draft={draft} set={set} errorOf={errorOf} />
        {finding !== null && finding.organisations.length > 1 && (
          <Select
            label={t('connect.organisation')}
            description={t('connect.organisationText')}
            data={finding.organisations.map((id) => ({
              value: id,
              label: finding.organisationNames[id] ?? id,
            }))}
            value={draft.enterpriseId === '' ? null : draft.enterpriseId}
            comboboxProps={{ shadow: 'none' }}
            onChange={(value) => set({ enterpriseId: value ?? '' })}
          />
        )}
        {isOtherCentral && (
          <Checkbox
            label={t('connect.startsOver')}
            description={t('connect.startsOverText')}
            {...ticked(draft.startsOver, (startsOver) => set({ startsOver }))}
          />
        )}
        {finding !== null && <FindingNote finding={finding} />}
        {form.refusal !== null && <RefusalNote refusal={form.refusal} />}
        <div className="form-foot">
          {finding !== null && !finding.isOk && (
            <Button variant="subtle" loading={form.busy === 'save'} onClick={() => void form.save()}>
              {t('connect.anyway')}
            </Button>
          )}
          <Button variant="default" loading={form.busy !== null} onClick={() => void form.check()}>
            {t('connect.check')}
          </Button>
          <Button type="submit" loading={form.busy !== null}>
            {t(sync.upstream === null ? 'connect.connect' : 'connect.save')}
          </Button>
        </div>
      </div>
    </Form>
  );
}

type PartProps = {
  draft: ConnectionDraft;
  set: Set;
  errorOf: (field: keyof ConnectionDraft) => string | undefined;
};

function PartChoice({ draft, set, errorOf }: PartProps): React.JSX.Element {
  const { t } = useTranslation('sync');
  return (
    <Radio.Group
      label={t('connect.part')}
      value={draft.part}
      onChange={(value) => set({ part: value === 'group' || value === 'names' ? value : 'all' })}
    >
      <div className="stack">
        <Radio value="all" label={t('connect.partAll')} />
        <Radio value="group" label={t('connect.partGroup')} />
        {draft.part === 'group' && (
          <TextInput
            className="medium-field indent"
            aria-label={t('connect.partGroup')}
            placeholder={t('connect.partGroupHint')}
            maxLength={256}
            {...typed(draft.group, (group) => set({ group }))}
            error={errorOf('group')}
          />
        )}
        <Radio value="names" label={t('connect.partNames')} />
        {draft.part === 'names' && (
          <TextInput
            className="medium-field indent"
            aria-label={t('connect.partNames')}
            placeholder="A-*"
            maxLength={256}
            {...typed(draft.pattern, (pattern) => set({ pattern }))}
            error={errorOf('pattern')}
          />
        )}
      </div>
    </Radio.Group>
  );
}

type Connection = {
  readonly draft: ConnectionDraft;
  readonly set: Set;
  readonly missing: readonly (keyof ConnectionDraft)[];
  readonly finding: Finding | null;
  readonly refusal: Refusal | null;
  readonly busy: 'check' | 'save' | null;
  readonly check: () => Promise<boolean>;
  /** Saves despite any findings. */
  readonly save: () => Promise<void>;
  /** Tests the connection, and saves it if no problem was found. */
  readonly submit: () => void;
};

/** Any further input discards the findings. */
function useConnection(sync: Sync): Connection {
  const [draft, setDraft] = useState(() => draftOf(sync));
  const [isTried, setTried] = useState(false);
  const [finding, setFinding] = useState<Finding | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState<'check' | 'save' | null>(null);
  const [, navigate] = useLocation();
  const missing = missingIn(draft, sync);

  /** Resolves to true if no problem was found. */
  const check = async (): Promise<boolean> => {
    setTried(true);
    setRefusal(null);
    setFinding(null);
    if (missing.includes('url') || missing.includes('token')) return false;
    setBusy('check');
    const token = draft.token.trim();
    const body = { url: completeUrl(draft.url), ...(token === '' ? {} : { token }) };
    const outcome = await call(checkUpstream, { body });
    setBusy(null);
    if (isRefused(outcome)) {
      setRefusal(outcome);
      return false;
    }
    const found = outcome.reply;
    setFinding(found);
    return found.isOk && (found.organisations.length < 2 || draft.enterpriseId !== '');
  };
  const save = async (): Promise<void> => {
    setTried(true);
    if (missing.length > 0) return;
    setBusy('save');
    const outcome = await call(setUpstream, { body: bodyOf(draft) });
    setBusy(null);
    if (isRefused(outcome)) return setRefusal(outcome);
    putSync(outcome.reply);
    await readStation();
    navigate('/sync');
  };

  return {
    draft,
    set: (part) => {
      setDraft((before) => ({ ...before, ...part }));
      if ('url' in part || 'token' in part) setFinding(null);
    },
    missing: isTried ? missing : [],
    finding,
    refusal,
    busy,
    check,
    save,
    submit: () => void check().then((isFine) => (isFine ? save() : undefined)),
  };
}

type Finding = z.infer<typeof checkUpstream.reply>;

/** The result of a connection test: success and the number of devices, or what is wrong and what to do. */
function FindingNote({ finding }: { finding: Finding }): React.JSX.Element {
  const { t } = useTranslation('sync');
  const format = useFormat();
  const words = useReasonLabels()({ code: finding.finding, message: finding.message });
  const { isOk, devices, organisations, organisationNames, isEncrypted } = finding;
  const names = organisations.map((id) => organisationNames[id] ?? id);
  const isOpen = isEncrypted === false;
  return (
    <div className={`note ${isOk ? (isOpen ? 'warn' : '') : 'bad'}`} role={isOk ? 'status' : 'alert'}>
      <StateGlyph state={isOk ? (isOpen ? 'attention' : 'ready') : 'failed'} />
      <div>
        <b>{words.what}</b> {words.next}
        {isOk && devices !== null && (
          <div>
            {t('finding.devices', { count: devices })}
            {organisations.length > 0 && ` ${t('finding.organisations', { names: format.list(names) })}`}
          </div>
        )}
        {isOpen && <div>{t('finding.notEncrypted')}</div>}
        {!isOk && (
          <div className="small">
            {finding.message} <span className="mono faint">{finding.finding}</span>
          </div>
        )}
      </div>
    </div>
  );
}
