import { Menu } from '@mantine/core';
import { IconLibrary } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';

import { listLibrary } from '../../../../shared/contract/content/library.ts';
import type { ListField } from '../../../copy/editor-fields.ts';
import { libraryPath } from '../../../../shared/domain/content/library-address.ts';
import { useFormat, type Formatters } from '../../../copy/format.ts';
import { useSettingsCopy } from '../../../copy/settings-copy.ts';
import { call, isRefused } from '../../../service/api.ts';
import { StateGlyph } from '../../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../../ui/controls/small-button.ts';
import { ConflictNotes } from '../conflict-notes.tsx';
import { asEntries, EntryList, textIn, type Entry, type EntryField } from './entry-list.tsx';
import type { ControlProps } from './control-props.ts';
import { keyOf } from '../start-value.ts';

type LibraryItem = z.infer<typeof listLibrary.reply>['items'][number];

/** Applications in order, with conflicts shown while editing. */
export function ApplicationsControl(props: ControlProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const fields: readonly EntryField[] = [
    { name: 'packageName', label: t('app.packageName'), kind: 'text', isRequired: true },
    { name: 'url', label: t('entry.url'), kind: 'text', isRequired: true },
    { name: 'codeVersion', label: t('app.codeVersion'), kind: 'number' },
    { name: 'expirationDate', label: t('entry.expires'), kind: 'instant' },
    { name: 'id', label: t('entry.id'), kind: 'text' },
    { name: 'obbUrl', label: t('app.obbUrl'), kind: 'text' },
    { name: 'idDetailContent', label: t('entry.sheet'), kind: 'text' },
  ];
  const entries = asEntries(props.value);
  return (
    <>
      <ConflictNotes entries={entries} onChange={props.onChange} />
      <ContentList
        {...props}
        list="applications"
        fields={fields}
        titleOf={(entry) => textIn(entry, 'packageName') || textIn(entry, 'url')}
        detailOf={(entry) =>
          typeof entry['codeVersion'] === 'number' ? t('app.version', { version: entry['codeVersion'] }) : ''
        }
        addLabel={t('app.add')}
        libraryKind="application"
        fromLibrary={(item) => ({
          id: item.sha256.slice(0, 16),
          packageName: item.apk?.packageName ?? '',
          codeVersion: item.apk?.versionCode ?? 1,
          url: addressOf(item),
        })}
      />
    </>
  );
}

/** Videos in order. */
export function VideosControl(props: ControlProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const fields: readonly EntryField[] = [
    { name: 'id', label: t('entry.id'), kind: 'text', isRequired: true },
    { name: 'title', label: t('video.title'), kind: 'text' },
    { name: 'url', label: t('entry.url'), kind: 'text', isRequired: true },
    {
      name: 'projectionType',
      label: t('video.projection'),
      kind: 'choice',
      choices: ['flat', 'sphere', 'dome', 'full_dome', 'cube'],
    },
    {
      name: 'formatType',
      label: t('video.format'),
      kind: 'choice',
      choices: ['2D', '3D_Side_By_Side', '3D_Over_Under'],
    },
    { name: 'isStereoscopic', label: t('video.stereo'), kind: 'flag' },
    { name: 'expirationDate', label: t('entry.expires'), kind: 'instant' },
    { name: 'posterUrl', label: t('video.poster'), kind: 'text' },
    { name: 'vignetteUrl', label: t('video.vignette'), kind: 'text' },
    { name: 'synopsis', label: t('video.synopsis'), kind: 'text' },
    { name: 'description', label: t('video.description'), kind: 'text' },
    { name: 'idDetailContent', label: t('entry.sheet'), kind: 'text' },
  ];
  return (
    <ContentList
      {...props}
      list="videos"
      fields={fields}
      titleOf={(entry) => textIn(entry, 'title') || textIn(entry, 'id')}
      detailOf={(entry) => textIn(entry, 'projectionType')}
      addLabel={t('video.add')}
      libraryKind="video"
      fromLibrary={(item) => ({ id: item.sha256.slice(0, 16), title: item.name, url: addressOf(item) })}
    />
  );
}

/** Files in order. */
export function FilesControl(props: ControlProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const fields: readonly EntryField[] = [
    { name: 'name', label: t('file.name'), kind: 'text', isRequired: true },
    { name: 'url', label: t('entry.url'), kind: 'text', isRequired: true },
    { name: 'destinationPath', label: t('file.destination'), kind: 'text' },
    { name: 'id', label: t('entry.id'), kind: 'text' },
  ];
  return (
    <ContentList
      {...props}
      list="files"
      fields={fields}
      titleOf={(entry) => textIn(entry, 'name')}
      detailOf={(entry) => textIn(entry, 'destinationPath')}
      addLabel={t('file.add')}
      libraryKind="file"
      fromLibrary={(item) => ({ name: item.name, url: addressOf(item) })}
    />
  );
}

type ListProps = ControlProps & {
  list: ListField;
  fields: readonly EntryField[];
  titleOf: (entry: Entry) => string;
  detailOf: (entry: Entry) => string;
  addLabel: string;
  libraryKind: LibraryItem['kind'];
  fromLibrary: (item: LibraryItem) => Entry;
};

function ContentList(props: ListProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const copy = useSettingsCopy();
  const entries = asEntries(props.value);
  const { current } = props;
  const counts = new Map(
    (current?.entries(props.list) ?? []).map(({ entry, count }) => [keyOf(entry), count]),
  );
  return (
    <EntryList
      label={copy.fields[props.field].label}
      entries={entries}
      fields={props.fields}
      titleOf={props.titleOf}
      noteOf={(entry) => (
        <EntryNote
          entry={entry}
          detail={props.detailOf(entry)}
          on={current === null ? null : { count: counts.get(keyOf(entry)) ?? 0, total: current.read }}
        />
      )}
      fresh={{}}
      addLabel={props.addLabel}
      adding={
        <FromLibrary
          kind={props.libraryKind}
          onAdd={(item) => props.onChange([...entries, props.fromLibrary(item)])}
        />
      }
      onChange={props.onChange}
    />
  );

  type NoteProps = { entry: Entry; detail: string; on: { count: number; total: number } | null };

  function EntryNote({ entry, detail, on }: NoteProps): React.JSX.Element {
    const format = useFormat();
    const expiry = expiryOf(entry, format);
    const where =
      on === null || on.count === on.total ? '' : on.count === 0 ? t('list.new') : t('list.onSome', on);
    return (
      <>
        {[detail, where].filter((part) => part !== '').join(' · ')}
        {expiry !== null && (
          <span className={expiry.isOver ? 's-attention' : ''}>
            {' '}
            {expiry.isOver && <StateGlyph state="attention" size="s" />}
            {t(expiry.isOver ? 'entry.expired' : 'entry.expiresOn', { when: expiry.when })}
          </span>
        )}
      </>
    );
  }
}

function expiryOf(entry: Entry, format: Formatters): { when: string; isOver: boolean } | null {
  const atMs = Date.parse(textIn(entry, 'expirationDate'));
  if (Number.isNaN(atMs)) return null;
  return { when: format.moment(atMs), isOver: atMs < Date.now() };
}

type LibraryProps = { kind: LibraryItem['kind']; onAdd: (item: LibraryItem) => void };

/** Contents on the station, to add without typing a URL. */
function FromLibrary({ kind, onAdd }: LibraryProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [items, setItems] = useState<readonly LibraryItem[] | null>(null);
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    void call(listLibrary, { query: { kind, limit: '100' }, signal: controller.signal }).then((outcome) => {
      if (!controller.signal.aborted) setItems(isRefused(outcome) ? [] : outcome.reply.items);
    });
    return () => controller.abort();
  }, [isOpen, kind]);
  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-start" shadow="none">
      <Menu.Target>
        <SmallButton leftSection={<IconLibrary className="i s" aria-hidden="true" />}>
          {t('fromLibrary')}
        </SmallButton>
      </Menu.Target>
      <Menu.Dropdown className="half-high">
        {items === null && <Menu.Label>{t('reading')}</Menu.Label>}
        {items?.length === 0 && <Menu.Label>{t('libraryEmpty')}</Menu.Label>}
        {items?.map((item) => (
          <Menu.Item key={item.sha256} onClick={() => onAdd(item)}>
            <b>{item.apk?.label ?? item.name}</b>{' '}
            <span className="small faint">
              {item.apk?.versionName ?? ''} {format.size(item.sizeBytes)}
            </span>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns the URL under which headsets request it; the station recognises its own by their digest. */
function addressOf(item: LibraryItem): string {
  return item.sourceUrl ?? libraryPath(item.sha256, item.name);
}
