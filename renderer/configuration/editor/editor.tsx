import { TextInput } from '@mantine/core';
import { IconInfoCircle, IconSearch } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  EDITOR_GROUPS,
  fieldsOf,
  allFields,
  type EditorField,
  type EditorGroup,
} from '../../copy/editor-fields.ts';
import { useSettingsCopy } from '../../copy/settings-copy.ts';
import type { SettingsCopy } from '../../copy/settings-shape.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { useDraft } from './draft.ts';
import type { EditorContext } from './editor-context.ts';
import { FieldRow } from './field-row.tsx';
import { supportKey, supportOf, type FieldSupport } from './field-support.ts';
import { WorksOn } from './support-mark.tsx';
import { SummaryPanel } from './summary-panel.tsx';
import { typed } from '../../ui/controls/field-props.ts';

type Props = EditorContext & {
  readonly group: EditorGroup;
  readonly onGroup: (group: EditorGroup) => void;
  /** Actions on the draft, below the summary. */
  readonly children: React.ReactNode;
};

/** Every setting by group: selected ones are managed, with value, current value and support. */
export function Editor({ targets, current, group, onGroup, children }: Props): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  const values = useDraft((draft) => draft.values);
  const [find, setFind] = useState('');
  const findField = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => findField.current?.focus() });
  const found = find.trim() === '' ? null : matching(find, copy);
  const fields = found ?? fieldsOf(group);
  const set = fields.filter((field) => values.has(field)).length;
  const common = commonSupport(fields, targets);

  return (
    <div className="page-split editor">
      <GroupList
        group={found === null ? group : null}
        onGroup={(next) => {
          setFind('');
          onGroup(next);
        }}
      />
      <section className="panel fields" aria-labelledby="fields-title">
        <header>
          <h2 id="fields-title">
            {found === null ? copy.groups[group] : t('found', { count: found.length })}
          </h2>
          <span className="faint small">{t('setOf', { set, total: fields.length })}</span>
          <TextInput
            ref={findField}
            className="end search-box"
            type="search"
            placeholder={t('findSetting')}
            aria-label={t('findSetting')}
            leftSection={<IconSearch className="i s" aria-hidden="true" />}
            rightSection={find === '' ? <KeyCap>/</KeyCap> : undefined}
            {...typed(find, setFind)}
            onKeyDown={(event) => {
              if (event.key !== 'Escape') return;
              if (find === '') event.currentTarget.blur();
              else setFind('');
            }}
          />
        </header>
        <div className="field-head underlined small" aria-hidden="true">
          <span>{t('column.select')}</span>
          <span>{t('column.value')}</span>
          <span>{t('column.works')}</span>
        </div>
        {common !== null && (
          <div className="field-common underlined roomy row wrap baseline small">
            <span className="dim">{t('works.common')}</span>
            <WorksOn support={common} targets={targets} />
          </div>
        )}
        <div role="group" aria-labelledby="fields-title">
          {fields.map((field) => (
            <FieldRow
              key={field}
              field={field}
              targets={targets}
              current={current}
              isCommon={common !== null && supportKey(supportOf(field, targets)) === supportKey(common)}
            />
          ))}
          {fields.length === 0 && <p className="in dim">{t('nothingFound', { text: find })}</p>}
        </div>
      </section>
      <div className="stack wide">
        <SummaryPanel targets={targets} />
        <div className="note">
          <IconInfoCircle className="i s" aria-hidden="true" />
          <div className="small dim">
            <b>{t('notManaged')}</b> {t('notManagedText')}
          </div>
        </div>
        {children}
      </div>
    </div>
  );
}

/** Returns the support that half of these settings or more share, to state it once; null if there is none. */
function commonSupport(
  fields: readonly EditorField[],
  targets: EditorContext['targets'],
): FieldSupport | null {
  const alike = [
    ...Map.groupBy(
      fields.map((field) => supportOf(field, targets)),
      supportKey,
    ).values(),
  ];
  const largest = alike.toSorted((a, b) => b.length - a.length)[0] ?? [];
  return largest.length > 1 && largest.length * 2 >= fields.length ? (largest[0] ?? null) : null;
}

type GroupListProps = { group: EditorGroup | null; onGroup: (group: EditorGroup) => void };

function GroupList({ group, onGroup }: GroupListProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  const values = useDraft((draft) => draft.values);
  return (
    <nav className="nav groups stack" aria-label={t('groups')}>
      {EDITOR_GROUPS.map((id) => {
        const set = fieldsOf(id).filter((field) => values.has(field)).length;
        return (
          <button
            key={id}
            type="button"

            aria-current={id === group ? 'true' : undefined}
            onClick={() => onGroup(id)}
          >
            <span>{copy.groups[id]}</span>
            {set > 0 && <span className="n">{t('set', { count: set })}</span>}
          </button>
        );
      })}
    </nav>
  );
}

function matching(text: string, copy: SettingsCopy): readonly EditorField[] {
  const words = text.toLowerCase().split(/\s+/);
  return allFields().filter((field) => {
    const { label, help = '' } = copy.fields[field];
    const haystack = `${label} ${help} ${field}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}
