import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import type { SheetFormat } from './label-sheets.ts';
import type { LabelKind } from './use-labels.ts';
import { printPage } from '../../service/print-page.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Segments } from '../../ui/controls/segments.tsx';

type Props = {
  cartLabel: string;
  counts: { labels: number; sheets: number };
  kind: LabelKind;
  format: SheetFormat;
  backPath: string;
  onKind: (kind: LabelKind) => void;
  onFormat: (format: SheetFormat) => void;
  /** Null if there are no codes to renew. */
  onNewCodes: (() => void) | null;
};

/** Title and choices above the sheets; not printed. */
export function LabelTools(props: Props): React.JSX.Element {
  const { t } = useTranslation(['enrol', 'common']);
  const { counts, kind, format } = props;
  const paper = t(format === 'a4' ? 'labels.paperA4' : 'labels.paperLetter');
  return (
    <div className="label-tools">
      <PageHead
        title={t('labels.title', { cart: props.cartLabel })}
        sub={t('labels.sub', { count: counts.labels, sheets: t('labels.sheets', { count: counts.sheets }) })}
      >
        <Button component={Link} href={props.backPath} variant="subtle">
          {t('labels.back')}
        </Button>
        <Button
          leftSection={<IconPrinter className="i s" aria-hidden />}
          {...blockedBy(counts.labels === 0 && t('common:why.nothing'))}
          onClick={printPage}
        >
          {t('labels.print')}
        </Button>
      </PageHead>
      <div className="label-choices row wrap">
        <Segments
          label={t('labels.kind')}
          value={kind}
          options={[
            ['codes', t('labels.codes')],
            ['stickers', t('labels.stickers')],
          ]}
          onChange={props.onKind}
        />
        <Segments
          label={t('labels.format')}
          value={format}
          options={[
            ['a4', t('labels.a4')],
            ['letter', t('labels.letter')],
          ]}
          onChange={props.onFormat}
        />
        {props.onNewCodes !== null && (
          <Button variant="default" onClick={props.onNewCodes}>
            {t('card.getNew')}
          </Button>
        )}
        <span className="small faint">{t('labels.marginHint', { paper })}</span>
      </div>
    </div>
  );
}
