import { NumberInput, Select, Slider, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { kindOf } from '../../../copy/editor-fields.ts';
import { useSettingsCopy } from '../../../copy/settings-copy.ts';
import { Segments } from '../../../ui/controls/segments.tsx';
import { ChoiceInput } from './choice-input.tsx';
import { ApplicationsControl, FilesControl, VideosControl } from './content-controls.tsx';
import type { ControlProps } from './control-props.ts';
import { InstantInput } from './instant-input.tsx';
import { choicesFor } from './known-choices.ts';
import { KioskControl } from './kiosk-control.tsx';
import { ObjectsControl, ProxyFields, TextsControl } from './plain-controls.tsx';
import { WifiControl } from './wifi-control.tsx';
import { typed } from '../../../ui/controls/field-props.ts';

/** The control of one field; each has a state "not managed". */
export function FieldControl(props: ControlProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const { field, value, onChange } = props;
  const kind = kindOf(field);
  if (kind === 'flag') return <FlagControl {...props} />;
  if (value === null) {
    return (
      <div className="row">
        <span>{t('notManaged')}</span>
        <button type="button" className="link-btn start small" onClick={() => onChange(undefined)}>
          {t('enterValue')}
        </button>
      </div>
    );
  }
  const Control = CONTROLS[kind];
  return (
    <div className="stack snug">
      <Control {...props} />
      <button type="button" className="link-btn start small" onClick={() => onChange(null)}>
        {t('makeUnmanaged')}
      </button>
    </div>
  );
}

/** On, off, or not managed: the three states of a switch, side by side. */
function FlagControl({ field, value, onChange }: ControlProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  return (
    <Segments<unknown>
      className="small"
      label={copy.fields[field].label}
      value={value}
      options={[
        [true, t('on')],
        [false, t('off')],
        [null, t('notManaged')],
      ]}
      onChange={onChange}
    />
  );
}

function NumberControl({ field, value, support, onChange }: ControlProps): React.JSX.Element {
  const copy = useSettingsCopy();
  const { label } = copy.fields[field];
  const unit = copy.units[field] ?? support.unit;
  const metric = typeof value === 'number' ? value : undefined;
  if (support.values !== null && support.values.length > 0) {
    return <ChoiceControl field={field} value={value} values={support.values} onChange={onChange} />;
  }
  const input = (
    <NumberInput
      className="short-field"
      aria-label={label}
      value={metric ?? ''}
      suffix={unit === undefined || unit === null ? '' : ` ${unit}`}
      hideControls
      onChange={(next) => onChange(typeof next === 'number' ? next : undefined)}
    />
  );
  if (support.range === null) return input;
  return (
    <div className="row grow">
      <Slider
        className="grow"
        min={support.range.min}
        max={support.range.max}
        label={null}
        value={Math.min(Math.max(metric ?? support.range.min, support.range.min), support.range.max)}
        onChange={onChange}
        thumbLabel={label}
      />
      {input}
    </div>
  );
}

type ChoiceProps = Pick<ControlProps, 'field' | 'value' | 'onChange'> & {
  values: readonly (string | number)[];
};

function ChoiceControl({ field, value, values, onChange }: ChoiceProps): React.JSX.Element {
  const copy = useSettingsCopy();
  const unit = copy.units[field];
  const wordsOf = (choice: string | number): string =>
    copy.values[String(choice)] ?? (unit === undefined ? String(choice) : `${choice} ${unit}`);
  return (
    <Select
      aria-label={copy.fields[field].label}
      data={values.map((choice) => ({ value: String(choice), label: wordsOf(choice) }))}
      value={typeof value === 'string' || typeof value === 'number' ? String(value) : null}
      allowDeselect={false}
      onChange={(next) => onChange(values.find((choice) => String(choice) === next))}
    />
  );
}

function TextControl({ field, value, support, onChange }: ControlProps): React.JSX.Element {
  const copy = useSettingsCopy();
  if (choicesFor(field, 'en') !== null) {
    return (
      <ChoiceInput
        field={field}
        label={copy.fields[field].label}
        value={typeof value === 'string' ? value : ''}
        values={support.values}
        onChange={onChange}
      />
    );
  }
  if (support.values !== null && support.values.length > 0) {
    return <ChoiceControl field={field} value={value} values={support.values} onChange={onChange} />;
  }
  return (
    <TextInput
      aria-label={copy.fields[field].label}
      {...typed(typeof value === 'string' ? value : '', onChange)}
    />
  );
}

function InstantControl({ field, value, onChange }: ControlProps): React.JSX.Element {
  const copy = useSettingsCopy();
  return <InstantInput label={copy.fields[field].label} value={value} onChange={onChange} />;
}

const CONTROLS = {
  flag: FlagControl,
  number: NumberControl,
  text: TextControl,
  instant: InstantControl,
  texts: TextsControl,
  kiosk: KioskControl,
  proxy: ProxyFields,
  applications: ApplicationsControl,
  videos: VideosControl,
  files: FilesControl,
  wifi: WifiControl,
  objects: ObjectsControl,
} as const;
