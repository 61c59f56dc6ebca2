import { Button, Skeleton, TextInput } from '@mantine/core';
import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';

import '../frame/enrol.css';
import './acceptance.css';
import { printPage } from '../../service/print-page.ts';
import { LonePage } from '../../ui/parts/lone-page.tsx';
import { saveAsFile } from '../../model/labels/save-file.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Slot } from '../cart/cart-progress.ts';
import { deskPath } from '../cart/enrol-paths.ts';
import { SPREADSHEET_MARK } from '../../../shared/domain/kernel/csv.ts';
import { useCarts } from '../cart/use-cart-slots.ts';
import { useWindowTitle } from '../frame/use-window-title.ts';
import { AcceptanceSheet } from './acceptance-sheet.tsx';
import { saveSignedBy, readSignedBy, type SignedBy } from './signed-by.ts';
import { MAX_ON_SHEET, useSheet } from './use-sheet.ts';
import { typed } from '../../ui/controls/field-props.ts';

/** The acceptance sheet of a cart: what every headset has confirmed, to be printed, signed and filed. */
export function AcceptancePage(): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const [search] = useSearchParams();
  const isKnown = useFleet((fleet) => fleet.isKnown);
  const carts = useCarts();
  const shown = carts.find(({ cart }) => cart.id === search.get('cart')) ?? carts[0];
  if (shown === undefined) {
    return isKnown ? (
      <LonePage
        title={t('carts:sheet.none')}
        text={t('carts:sheet.noneText')}
        href="/enrol"
        action={t('carts:sheet.toEnrol')}
      />
    ) : (
      <Skeleton className="sheet-body" height={320} />
    );
  }
  const label = shown.cart.label === '' ? t('enrol:desk.noCart') : shown.cart.label;
  return <Page key={shown.cart.id} cartId={shown.cart.id} label={label} slots={shown.slots} />;
}

type Props = { cartId: string; label: string; slots: readonly Slot[] };

function Page({ cartId, label, slots }: Props): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol']);
  const [signed, setSigned] = useState<SignedBy>(readSignedBy);
  const { sheet, refusal } = useSheet(slots, signed.technician.trim());
  const confirmed = sheet?.items.filter(({ isConfirmed }) => isConfirmed).length ?? 0;
  const title = t('carts:sheet.title', { cart: label });
  useWindowTitle(title);
  const change = (part: Partial<SignedBy>): void => {
    const next = { ...signed, ...part };
    setSigned(next);
    saveSignedBy(next);
  };
  const save = (): void => {
    if (sheet !== null) saveAsFile(sheet.fileName, SPREADSHEET_MARK + sheet.csv, 'text/csv');
  };
  return (
    <div className="sheet-page fill scroll">
      <div className="sheet-tools">
        <PageHead
          title={
            sheet === null ? title : t('carts:sheet.confirmed', { confirmed, total: sheet.items.length })
          }
          sub={t('carts:sheet.sub', { cart: label })}
        >
          <Button component={Link} href={deskPath(cartId)} variant="subtle">
            {t('carts:sheet.back')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload className="i s" aria-hidden />}
            loading={sheet === null}
            onClick={save}
          >
            {t('carts:sheet.csv')}
          </Button>
          <Button
            variant="filled"
            leftSection={<IconPrinter className="i s" aria-hidden />}
            loading={sheet === null}
            onClick={printPage}
          >
            {t('carts:sheet.print')}
          </Button>
        </PageHead>
        <div className="sheet-fields row wrap">
          <TextInput
            label={t('carts:sheet.technician')}
            autoFocus={signed.technician === ''}
            maxLength={128}
            autoComplete="name"
            {...typed(signed.technician, (technician) => change({ technician }))}
          />
          <TextInput
            label={t('carts:sheet.site')}
            placeholder={t('carts:sheet.siteHint')}
            maxLength={128}
            autoComplete="off"
            {...typed(signed.site, (site) => change({ site }))}
          />
          <p className="small faint">{t('carts:sheet.remembered')}</p>
        </div>
        {refusal !== null && <RefusalNote refusal={refusal} />}
        {slots.length > MAX_ON_SHEET && (
          <p className="note warn">{t('carts:sheet.tooMany', { most: MAX_ON_SHEET })}</p>
        )}
      </div>
      {/* It is wider than a narrow window: it scrolls, by keyboard too. */}
      <div className="sheet-body" role="region" tabIndex={0} aria-label={t('carts:sheet.region')}>
        {sheet === null ? (
          refusal === null && <Skeleton height={420} />
        ) : (
          <AcceptanceSheet sheet={sheet} cart={label} signed={signed} />
        )}
      </div>
    </div>
  );
}
