import { NumberInput, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useSettingsCopy } from '../../../copy/settings-copy.ts';
import { ticked, typed } from '../../../ui/controls/field-props.ts';
import type { ControlProps } from './control-props.ts';

/** A list of package names. */
export function TextsControl({ field, value, current, onChange }: ControlProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  const texts = Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  return (
    <TagsInput
      aria-label={copy.fields[field].label}
      placeholder={t('addPackage')}
      data={[...(current?.installed.keys() ?? [])]}
      value={texts}
      onChange={onChange}
    />
  );
}

type ProxyProps = { value: unknown; onChange: (value: unknown) => void };

/** A proxy as a whole: its four parts only make sense together. */
export function ProxyFields({ value, onChange }: ProxyProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const proxy = new Map<string, unknown>(
    typeof value === 'object' && value !== null ? Object.entries(value) : [],
  );
  const change = (name: string, next: unknown): void => {
    const changed = new Map(proxy).set(name, next);
    if (next === undefined || next === '') changed.delete(name);
    onChange(Object.fromEntries(changed));
  };
  const textOf = (name: string): string => {
    const part = proxy.get(name);
    return typeof part === 'string' ? part : '';
  };
  const port = proxy.get('port');
  return (
    <div className="entry-fields">
      <Switch label={t('proxy.use')} {...ticked(proxy.get('use') === true, (isOn) => change('use', isOn))} />
      <TextInput label={t('proxy.host')} {...typed(textOf('host'), (text) => change('host', text))} />
      <NumberInput
        label={t('proxy.port')}
        min={0}
        max={65_535}
        hideControls
        value={typeof port === 'number' ? port : ''}
        onChange={(next) => change('port', typeof next === 'number' ? next : undefined)}
      />
      <TextInput label={t('proxy.byPass')} {...typed(textOf('byPass'), (text) => change('byPass', text))} />
    </div>
  );
}

/** Objects whose form only the agent knows: as text, stored only while it can be parsed. */
export function ObjectsControl({ field, value, onChange }: ControlProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  const [text, setText] = useState(() => JSON.stringify(value ?? [], null, 2));
  const [isBroken, setBroken] = useState(false);
  return (
    <Textarea
      aria-label={copy.fields[field].label}
      className="mono"
      autosize
      minRows={3}
      maxRows={12}
      value={text}
      error={isBroken ? t('objectsBroken') : undefined}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        setText(typed);
        const parsed = parse(typed);
        setBroken(parsed === undefined);
        onChange(parsed);
      }}
    />
  );
}

function parse(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    const isList =
      Array.isArray(parsed) && parsed.every((entry) => typeof entry === 'object' && entry !== null);
    return isList ? parsed : undefined;
  } catch {
    // Incomplete while typing.
    return undefined;
  }
}
