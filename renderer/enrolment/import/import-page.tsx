import { Button, FileButton } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { useState, type DragEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import '../frame/enrol.css';
import '../../ui/styles/pages.css';
import './import.css';
import { blockedBy } from '../../ui/why/why.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import { deskPath } from '../cart/enrol-paths.ts';
import { NO_CART, useCarts } from '../cart/use-cart-slots.ts';
import { useWindowTitle } from '../frame/use-window-title.ts';
import { SLOT_FIELDS } from '../../../shared/contract/enrolment/carts.ts';
import { SPREADSHEET_MARK } from '../../../shared/domain/kernel/csv.ts';
import { ImportPreview } from './import-preview.tsx';
import { useImport, type Import, type CreatedSlots } from './use-import.ts';

/** Imports slots from a spreadsheet: previewed line by line, created all together or not at all. */
export function ImportPage(): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const work = useImport();
  const { file, made, read } = work;
  const count = read?.count ?? 0;
  const isClean = read !== null && !work.isChecking && read.faults.length === 0;
  useWindowTitle(t('carts:file.title'));
  const hasCarts = useFleet((fleet) => fleet.carts.length > 0);
  const drop = useDrop(work);
  return (
    <div className="page fill" {...drop.handlers}>
      <PageHead
        title={made === null ? t('carts:file.title') : t('carts:file.made', { count: made.count })}
        sub={file === null ? t('carts:file.sub') : t('carts:file.from', { name: file.name })}
      >
        <Button component={Link} href={hasCarts ? '/enrol' : '/enrol/new'} variant="subtle">
          {t('carts:file.back')}
        </Button>
        {file !== null && (
          <>
            <Button variant="default" onClick={work.clear}>
              {t('carts:file.another')}
            </Button>
            <Button
              variant="filled"
              className="on-primary"
              loading={work.isMaking || work.isChecking}
              {...blockedBy(!isClean && t('carts:file.faultsFirst'))}
              onClick={() => void work.make()}
            >
              {t('carts:file.make', { count })}
            </Button>
          </>
        )}
      </PageHead>
      <div className="page-body">
        {work.refusal !== null && <RefusalNote refusal={work.refusal} />}
        {made !== null && <CreatedNote made={made} />}
        {file === null && made === null && <Pick work={work} isOver={drop.isOver} />}
        {file !== null && <ImportPreview work={work} />}
      </div>
    </div>
  );
}

type Drop = {
  readonly isOver: boolean;
  readonly handlers: Readonly<
    Record<'onDragEnter' | 'onDragOver' | 'onDragLeave' | 'onDrop', (event: DragEvent) => void>
  >;
};

/** A file may be dropped anywhere on the screen; a corrected file replaces the previous one. */
function useDrop(work: Import): Drop {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent, is: boolean): void => {
    event.preventDefault();
    setOver(is);
  };
  const drop = (event: DragEvent): void => {
    over(event, false);
    const [file] = event.dataTransfer.files;
    if (file !== undefined) void work.open(file);
  };
  const handlers = {
    onDragEnter: (event: DragEvent) => over(event, true),
    onDragOver: (event: DragEvent) => over(event, true),
    onDragLeave: (event: DragEvent) => over(event, false),
    onDrop: drop,
  };
  return { isOver, handlers };
}

function Pick({ work, isOver }: { work: Import; isOver: boolean }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  return (
    <>
      <section className={`file-drop grid roomy ${isOver ? 'over' : ''}`} aria-label={t('carts:file.drop')}>
        <IconFileSpreadsheet className="i l" aria-hidden />
        <p>{t('carts:file.drop')}</p>
        <div className="row wrap centred">
          <FileButton
            accept=".csv,.tsv,.txt,.xlsx,text/csv"
            onChange={(file) => void (file !== null && work.open(file))}
          >
            {(props) => (
              <Button {...props} variant="filled" leftSection={<IconUpload className="i s" aria-hidden />}>
                {t('carts:file.pick')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            leftSection={<IconDownload className="i s" aria-hidden />}
            onClick={() =>
              saveAsFile(t('carts:file.sampleName'), SPREADSHEET_MARK + t('carts:file.sample'), 'text/csv')
            }
          >
            {t('carts:file.saveSample')}
          </Button>
        </div>
        {work.isTooLarge && (
          <p className="note bad" role="alert">
            <StateGlyph state="failed" />
            <span>{t('carts:file.fault.FILE_TOO_LARGE')}</span>
          </p>
        )}
      </section>
      <Panel titleId="file-help" title={t('carts:file.help')}>
        <dl className="in cells">
          {SLOT_FIELDS.map((field) => (
            <div key={field}>
              <dt>
                <b>{t(`carts:file.field.${field}`)}</b>
              </dt>
              <dd className="dim">{t(`carts:file.fieldText.${field}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="in small faint">{t('carts:file.helpText')}</p>
      </Panel>
    </>
  );
}

/** The created slots, with a link to the code desk of each cart. */
function CreatedNote({ made }: { made: CreatedSlots }): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const carts = useCarts().filter(({ cart }) =>
    cart.id === NO_CART ? made.carts.includes('') : made.carts.includes(cart.label),
  );
  return (
    <section className="panel file-made grid roomy">
      <StateGlyph state="ready" />
      <p className="lead dim">{t('carts:file.madeText')}</p>
      <div className="row enrol-place-actions wrap">
        {carts.map(({ cart }, index) => (
          <Button
            key={cart.id}
            component={Link}
            href={deskPath(cart.id)}
            variant={index === 0 ? 'filled' : 'default'}
          >
            {t('carts:file.toCodes', { cart: cart.label === '' ? t('enrol:desk.noCart') : cart.label })}
          </Button>
        ))}
      </div>
    </section>
  );
}
