import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { getDevice, type Device } from '../../../shared/contract/devices/devices.ts';
import { removeMetadata, setMetadata } from '../../../shared/contract/devices/metadata.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { byText } from '../../../shared/domain/kernel/by-text.ts';
import {
  checkMetadataValue,
  isNamespace,
  MAX_METADATA_BYTES,
} from '../../../shared/domain/devices/metadata.ts';
import { useFormat } from '../../copy/format.ts';
import { call, isRefused, type Outcome, type Refusal } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { unlessEdited } from '../../service/unless-edited.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { offerUndo } from '../../ui/dialogs/toasts.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { jsonFault } from '../../model/json-fault.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = { device: Device; onWritten: (device: Device) => void };

/** Metadata of a headset, one JSON object per namespace, validated while typing. */
export function MetadataTab({ device, onWritten }: Props): React.JSX.Element {
  const { t } = useTranslation('headset');
  const isTechnician = useMay('technician');
  const names = Object.keys(device.metadata).toSorted(byText);
  const [chosen, setChosen] = useState<string | null>(names[0] ?? null);
  const [isNew, setNew] = useState(isTechnician && names.length === 0);
  const open = isNew ? null : names.includes(chosen ?? '') ? chosen : (names[0] ?? null);
  return (
    <div className="metadata page-split">
      <section className="panel">
        <header>
          <h2>{t('metadata.namespaces')}</h2>
          {isTechnician && (
            <SmallButton className="end" onClick={() => setNew(true)}>
              {t('metadata.add')}
            </SmallButton>
          )}
        </header>
        {names.length === 0 && <p className="in dim">{t('metadata.none')}</p>}
        <ul className="rows">
          {names.map((name) => (
            <li key={name}>
              <button
                type="button"
                className="link-btn mono"
                aria-current={name === open ? 'true' : undefined}
                onClick={() => {
                  setNew(false);
                  setChosen(name);
                }}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </section>
      {isTechnician && (
        <Editor
          key={open ?? ' new'}
          device={device}
          namespace={open}
          onWritten={(written, name) => {
            setNew(false);
            setChosen(name);
            onWritten(written);
          }}
          onRead={onWritten}
        />
      )}
      {!isTechnician && open !== null && <Shown device={device} namespace={open} />}
    </div>
  );
}

/** The value, read-only. */
function Shown({ device, namespace }: { device: Device; namespace: string }): React.JSX.Element {
  return (
    <section className="panel">
      <header>
        <h2 className="mono">{namespace}</h2>
      </header>
      <pre className="record raw mono small" tabIndex={0} aria-label={namespace}>
        {textOf(device, namespace)}
      </pre>
    </section>
  );
}

type Entered = { name: string; isTaken: boolean; isChanged: boolean; check: Check };

/** What keeps an entry from being saved; null if nothing does. */
function useMissing({ name, isTaken, isChanged, check }: Entered): string | null {
  const { t } = useTranslation(['headset', 'common']);
  if (name === '') return t('common:need.name');
  if (!isNamespace(name)) return t('headset:metadata.badName');
  if (isTaken) return t('headset:metadata.taken');
  if (check.value === null) return check.error ?? t('common:need.value');
  return isChanged ? null : t('common:why.unchanged');
}

type EditorProps = {
  device: Device;
  /** Null: a new one. */
  namespace: string | null;
  onWritten: (device: Device, namespace: string | null) => void;
  /** The record was reloaded, and differs from the one in this editor. */
  onRead: (device: Device) => void;
};

function Editor({ device, namespace, onWritten, onRead }: EditorProps): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const [started, setStarted] = useState(device);
  const [name, setName] = useState(namespace ?? '');
  const [text, setText] = useState(() => textOf(device, namespace));
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const check = useCheck(text);
  const params = { deviceId: device.id, namespace: name };
  const isNameWrong = name !== '' && !isNamespace(name);
  const isTaken = namespace === null && Object.hasOwn(device.metadata, name);
  const isChanged = namespace === null || text !== textOf(started, namespace);
  const missing = useMissing({ name, isTaken, isChanged, check });
  const theirs = namespace !== null && textOf(device, namespace) !== textOf(started, namespace);

  const send = async (
    before: Device,
    write: (revision: number) => Promise<Outcome<Device, ErrorCode>>,
  ): Promise<Device | null> => {
    setSending(true);
    const outcome = await unlessEdited({
      revision: before.revision,
      write,
      read: () => call(getDevice, { params: { deviceId: device.id } }),
      revisionOf: (now) => now.revision,
      // Another namespace, or a new name (null), is no conflict here.
      isSame: (now) => textOf(now, namespace) === textOf(before, namespace),
    });
    setSending(false);
    setRefusal(isRefused(outcome) && outcome.theirs === undefined ? outcome : null);
    if (outcome.theirs !== undefined) onRead(outcome.theirs);
    return 'reply' in outcome ? outcome.reply : null;
  };
  const write = async (): Promise<void> => {
    const { value } = check;
    if (value === null) return;
    const written = await send(started, (ifMatch) => call(setMetadata, { params, body: value, ifMatch }));
    if (written === null) return;
    setStarted(written);
    onWritten(written, name);
  };
  const remove = async (): Promise<void> => {
    const value = device.metadata[name];
    const written = await send(device, (ifMatch) => call(removeMetadata, { params, ifMatch }));
    if (written === null) return;
    onWritten(written, null);
    offerUndo({
      text: t('headset:metadata.removed', { name }),
      undo: () => void call(setMetadata, { params, body: value }),
    });
  };
  const acceptTheirs = (): void => {
    setStarted(device);
    setText(textOf(device, namespace));
    setRefusal(null);
  };

  return (
    <section className="panel">
      <Form className="stack in" onSubmit={write}>
        {namespace === null ? (
          <TextInput
            label={t('headset:metadata.name')}
            description={t('headset:metadata.nameHint')}
            className="code-area"
            {...typed(name, setName)}
            maxLength={80}
            error={
              isNameWrong ? t('headset:metadata.badName') : isTaken ? t('headset:metadata.taken') : undefined
            }
          />
        ) : (
          <h2 className="mono">{namespace}</h2>
        )}
        {namespace === 'muster' && <p className="small s-attention">{t('headset:metadata.own')}</p>}
        <Textarea
          label={t('headset:metadata.value')}
          className="code-area"
          autosize
          minRows={10}
          maxRows={24}
          spellCheck={false}
          {...typed(text, setText)}
          error={check.error}
        />
        <p className="small faint" role="status">
          {check.size}
        </p>
        <GroupShown value={check.value} />
        {theirs && <TheirChange onAccept={acceptTheirs} onKeep={() => setStarted(device)} />}
        {refusal !== null && !theirs && <RefusalNote refusal={refusal} />}
        <div className="form-foot">
          {namespace !== null && (
            <Button variant="default" loading={isSending} onClick={() => void remove()}>
              {t('headset:metadata.remove')}
            </Button>
          )}
          <Button type="submit" loading={isSending} {...needs(missing)}>
            {t('headset:metadata.save')}
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** The group in a value, as headsets and stations use it; its colour only if a browser knows it. */
function GroupShown({ value }: { value: object | null }): React.JSX.Element | null {
  const { t } = useTranslation('headset');
  const group: unknown = value === null ? null : new Map<string, unknown>(Object.entries(value)).get('group');
  if (typeof group !== 'object' || group === null) return null;
  const { label, color } = Object.fromEntries(Object.entries(group));
  if (typeof label !== 'string') return null;
  const isColor = typeof color === 'string' && CSS.supports('color', color);
  return (
    <p className="small dim group-shown row snug breaks">
      {t('metadata.group')} {isColor && <i aria-hidden="true" style={{ background: color }} />}
      <b>{label}</b> {typeof color === 'string' && <span className="mono faint">{color}</span>}
      {typeof color === 'string' && !isColor && <span>{t('metadata.noColour')}</span>}
    </p>
  );
}

function TheirChange({ onAccept, onKeep }: { onAccept: () => void; onKeep: () => void }): React.JSX.Element {
  const { t } = useTranslation('headset');
  return (
    <div className="note warn" role="alert">
      <span />
      <div>{t('metadata.theirs')}</div>
      <span className="row">
        <SmallButton onClick={onAccept}>{t('metadata.take')}</SmallButton>
        <SmallButton onClick={onKeep}>{t('metadata.keep')}</SmallButton>
      </span>
    </div>
  );
}

type Check = { readonly value: object | null; readonly error: string | undefined; readonly size: string };

/** Validates by the station's rules while typing: what is wrong, and where. */
function useCheck(text: string): Check {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const bytesOf = (value: object): number => new TextEncoder().encode(JSON.stringify(value)).length;
  const sizeOf = (bytes: number): string =>
    t('metadata.size', { bytes: format.number(bytes), most: format.number(MAX_METADATA_BYTES) });
  const fault = jsonFault(text);
  if (fault.kind !== 'none') {
    return {
      value: null,
      error: t(`json.${fault.kind}`, fault.where),
      size: sizeOf(new TextEncoder().encode(text).length),
    };
  }
  const size = sizeOf(bytesOf(fault.value));
  const checked = checkMetadataValue(fault.value);
  if ('value' in checked) return { value: checked.value, error: undefined, size };
  const [first] = checked.details;
  const words =
    checked.code === 'VALUE_TOO_LARGE'
      ? t('metadata.tooLarge')
      : t('metadata.badValue', { path: first?.path === '' ? '{}' : (first?.path ?? '') });
  return { value: null, error: words, size };
}

function textOf({ metadata }: Device, namespace: string | null): string {
  return JSON.stringify(namespace === null ? {} : (metadata[namespace] ?? {}), null, 2);
}
