import { Button, FileButton, Menu, TextInput } from '@mantine/core';
import { IconCircleCheck, IconLink, IconPlus, IconSearch, IconUpload, IconRoute } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { contentKindSchema, type LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { useFormat } from '../../copy/format.ts';
import { useMay } from '../../service/session.ts';
import { useQuery } from '../../service/use-query.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { MoreOfList } from '../../ui/parts/more-of-list.tsx';
import { Chip } from '../../ui/parts/chip.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { AddUrlForm } from './add-url-dialog.tsx';
import { AssignDialog } from '../assign/assign-dialog.tsx';
import { ContentFrame } from '../frame/content-frame.tsx';
import { DropNote } from '../uploads/drop-note.tsx';
import { DropZone } from '../uploads/drop-zone.tsx';
import type { Dropped } from '../uploads/dropped-files.ts';
import { FreeSpace } from '../assign/free-space-dialog.tsx';
import { JobRows } from '../uploads/job-rows.tsx';
import { LeftoverRows } from '../assign/leftover-rows.tsx';
import { readLibrary, type Library, type LibraryFilter } from '../../model/content/library.ts';
import { LibraryTable } from './library-table.tsx';
import { QueuePanel, type Downloads } from '../coverage/queue-panel.tsx';
import { UploadRows } from '../uploads/upload-rows.tsx';
import { addUploads, useUploads } from '../uploads/uploads.ts';
import { useCoverage } from '../coverage/use-coverage.ts';
import { useJobs } from '../uploads/use-jobs.ts';
import { useQueue } from '../coverage/use-queue.ts';
import { typed } from '../../ui/controls/field-props.ts';

const ALL: LibraryFilter = { search: '', kind: null, pages: 1 };

/** Interval of updates of the library, because other windows and programs add to it, in ms. */
const INTERVAL_MS = 20_000;

/** Content: the library, its headsets, uploads and downloads. */
export function LibraryPage(): React.JSX.Element {
  const { t } = useTranslation('content');
  const [filter, setFilter] = useState(ALL);
  const [dialog, setDialog] = useState<'url' | 'space' | null>(null);
  const close = (): void => setDialog(null);
  const [assigned, setAssigned] = useState<LibraryEntryView | null>(null);
  const library = useQuery<Library>((signal) => readLibrary(filter, signal), INTERVAL_MS);
  const mayChange = useMay('technician');
  const coverage = useCoverage();
  const jobs = useJobs();
  const queue = useQueue();
  const { reload } = library;
  const { reload: reloadCoverage } = coverage;
  useEffect(() => void reload(), [filter, reload]);
  const onArrived = useCallback(() => {
    void reload();
    void reloadCoverage();
  }, [reload, reloadCoverage]);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const onDropped = (input: Dropped): void => {
    setDropped(input);
    addUploads(input.files);
  };
  const { reply } = library;

  return (
    <ContentFrame
      {...useHeadLabels(reply)}
      tools={
        <LibraryTools
          filter={filter}
          onFilter={setFilter}
          onUrl={() => setDialog('url')}
          onSpace={() => setDialog('space')}
        />
      }
    >
      <DropZone onDropped={onDropped}>
        <div className="page-split content-split">
          <section className="panel" aria-label={t('tab.library')}>
            <DropNote dropped={dropped} onClose={() => setDropped(null)} />
            {mayChange && <LeftoverRows />}
            <UploadRows onUploaded={onArrived} />
            <JobRows jobs={jobs.reply ?? []} onChanged={() => void jobs.reload()} onFetched={onArrived} />
            <ReadingState query={library} />
            {reply !== null && (
              <Listed
                library={reply}
                filter={filter}
                onFilter={setFilter}
                coverage={coverage.reply}
                onAssign={setAssigned}
              />
            )}
          </section>
          <div className="stack wide">
            <QueuePanel query={queue} />
            <OriginNote downloads={queue.reply} />
          </div>
        </div>
      </DropZone>
      <Dialog isOpen={dialog === 'url'} onClose={close} size="lg" title={t('addUrl.title')}>
        <AddUrlForm onClose={close} onAdded={() => void jobs.reload()} />
      </Dialog>
      <Dialog isOpen={dialog === 'space'} onClose={close} size="lg" title={t('space.title')}>
        <FreeSpace onClose={close} onFreed={onArrived} />
      </Dialog>
      <AssignDialog item={assigned} onClose={() => setAssigned(null)} onAssigned={onArrived} />
    </ContentFrame>
  );
}

/** Returns the size of the library in words: the title of the screen. */
function useHeadLabels(library: Library | null): { title: string; sub: string } {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (library === null) return { title: t('title.reading'), sub: t('sub.reading') };
  const { counts, usedBytes, freeBytes } = library.summary;
  const others = counts.obb + counts.video + counts.file;
  const sub = t('sub.space', { used: format.size(usedBytes), free: format.size(freeBytes) });
  const parts = [
    ...(counts.application > 0 ? [t('count.application', { count: counts.application })] : []),
    ...(others > 0 ? [t('count.file', { count: others })] : []),
  ];
  if (parts.length === 0) return { title: t('title.nothing'), sub };
  return { title: t('title.some', { list: format.list(parts) }), sub };
}

type ToolsProps = {
  filter: LibraryFilter;
  onFilter: (filter: LibraryFilter) => void;
  onUrl: () => void;
  onSpace: () => void;
};

function LibraryTools({ filter, onFilter, onUrl, onSpace }: ToolsProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const mayChange = useMay('technician');
  const findField = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => findField.current?.focus() });
  return (
    <>
      <TextInput
        ref={findField}
        className="search-box"
        type="search"
        aria-label={t('find')}
        placeholder={t('find')}
        maxLength={128}
        leftSection={<IconSearch className="i s" aria-hidden="true" />}
        {...typed(filter.search, (search) => onFilter({ ...filter, search, pages: 1 }))}
      />
      {mayChange && <AddTools onUrl={onUrl} onSpace={onSpace} />}
    </>
  );
}

/** Actions on the library. */
function AddTools({ onUrl, onSpace }: Pick<ToolsProps, 'onUrl' | 'onSpace'>): React.JSX.Element {
  const { t } = useTranslation('content');
  return (
    <>
      <Button variant="default" onClick={onSpace}>
        {t('space.action')}
      </Button>
      <FileButton multiple onChange={addUploads}>
        {(props) => (
          <Menu position="bottom-end" shadow="none">
            <Menu.Target>
              <Button leftSection={<IconPlus className="i s" aria-hidden="true" />}>{t('add.action')}</Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconUpload className="i s" />} onClick={props.onClick}>
                {t('add.files')}
              </Menu.Item>
              <Menu.Item leftSection={<IconLink className="i s" />} onClick={onUrl}>
                {t('add.url')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </FileButton>
    </>
  );
}

type ListedProps = {
  library: Library;
  filter: LibraryFilter;
  onFilter: (filter: LibraryFilter) => void;
  coverage: ReturnType<typeof useCoverage>['reply'];
  onAssign: (item: LibraryEntryView) => void;
};

function Listed({ library, filter, onFilter, coverage, onAssign }: ListedProps): React.JSX.Element {
  const { t } = useTranslation('content');
  const isMoving = useUploads(({ order }) => order.length > 0);
  const { counts } = library.summary;
  const kinds = contentKindSchema.options.filter((kind) => counts[kind] > 0 || filter.kind === kind);
  const isEmpty = kinds.length === 0;
  if (isEmpty && !isMoving) return <EmptyLibrary />;
  return (
    <>
      {kinds.length > 1 && (
        <div className="row wrap library-chips" role="group" aria-label={t('filter')}>
          <Chip isOn={filter.kind === null} onClick={() => onFilter({ ...filter, kind: null })}>
            {t('all')}
          </Chip>
          {kinds.map((kind) => (
            <Chip
              key={kind}
              isOn={filter.kind === kind}
              onClick={() => onFilter({ ...filter, kind: filter.kind === kind ? null : kind, pages: 1 })}
            >
              {t(`count.${kind}`, { count: counts[kind] })}
            </Chip>
          ))}
        </div>
      )}
      {library.items.length > 0 && (
        <LibraryTable items={library.items} coverage={coverage} onAssign={onAssign} />
      )}
      {library.items.length === 0 && !isEmpty && (
        <div className="pad stack">
          <p className="dim">{t('noMatch', { text: filter.search })}</p>
          <div>
            <Button variant="default" onClick={() => onFilter(ALL)}>
              {t('showAll')}
            </Button>
          </div>
        </div>
      )}
      {library.items.length < library.total && (
        <MoreOfList
          className="pad row"
          shown={t('shown', { shown: library.items.length, total: library.total })}
          onMore={() => onFilter({ ...filter, pages: filter.pages + 1 })}
        />
      )}
      <p className="pad row small faint library-foot">
        <IconCircleCheck className="i s" aria-hidden="true" />
        {t('checked')}
      </p>
    </>
  );
}

/** Nothing yet, as the heading of the screen says: what to do about it. */
function EmptyLibrary(): React.JSX.Element {
  const { t } = useTranslation('content');
  const mayChange = useMay('technician');
  return (
    <div className="page-empty">
      <p>{t(mayChange ? 'empty.text' : 'empty.byTechnician')}</p>
      {mayChange && (
        <FileButton multiple onChange={addUploads}>
          {(props) => <Button {...props}>{t('empty.action')}</Button>}
        </FileButton>
      )}
    </div>
  );
}

/** Source of the bytes on headsets, as far as this station knows: only what it sent itself. */
function OriginNote({ downloads }: { downloads: Downloads | null }): React.JSX.Element | null {
  const { t } = useTranslation('content');
  const format = useFormat();
  if (downloads === null) return null;
  const { bytes, headsets } = downloads.sent;
  return (
    <section className="note">
      <IconRoute className="i s" aria-hidden="true" />
      <div>
        <b>{t('origin.title')}</b>
        <p className="small dim">
          {headsets === 0
            ? t('origin.nothing')
            : t('origin.text', { size: format.size(bytes), count: headsets })}
        </p>
      </div>
    </section>
  );
}
