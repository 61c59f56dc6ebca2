import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { useFleet } from '../../model/fleet/fleet-store.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Form } from '../../ui/parts/form.tsx';
import { nameStudents, useLessonMemory } from './lesson-memory.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = { ids: readonly string[]; onClose: () => void };

/** Maximum length of a first name on a tile. */
const MAX_LENGTH = 20;

/** First names for one lesson: one field per headset; a pasted list also fills the following fields. */
export function NamesDialog({ ids, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const { byId } = useFleet.getState();
  const [names, setNames] = useState(useLessonMemory.getState().names);
  const put = (at: number, text: string): void => {
    const lines = text.split(/\r?\n|\t|;/).map((line) => line.trim().slice(0, MAX_LENGTH));
    const filled = lines.flatMap((line, index) => {
      const id = ids[at + index];
      return id === undefined ? [] : [[id, line] as const];
    });
    setNames({ ...names, ...Object.fromEntries(filled) });
  };
  const submit = (): void => {
    nameStudents(names);
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('names.title')}>
      <Form className="stack" onSubmit={submit}>
        <p className="dim">{t('names.text')}</p>
        <div className="inputs half-high grid">
          {ids.map((id, at) => (
            <TextInput
              key={id}
              label={byId[id]?.label ?? '–'}
              maxLength={MAX_LENGTH}
              {...typed(names[id] ?? '', (name) => put(at, name))}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text');
                if (!/[\n\t;]/.test(text)) return;
                event.preventDefault();
                put(at, text);
              }}
            />
          ))}
        </div>
        <Button type="submit" size="lg">
          {t('names.save')}
        </Button>
      </Form>
    </Dialog>
  );
}
