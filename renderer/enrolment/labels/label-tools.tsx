import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import type { SheetFormat } from './label-sheets.ts';
import type { LabelKind } from './use-labels.ts';
import { printPage } from '../../service/print-page.ts';
import { PageHead } from '../../ui/page/page-head.tsx';

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
        <Choice
          label={t('labels.kind')}
          value={kind}
          options={[
            ['codes', t('labels.codes')],
            ['stickers', t('labels.stickers')],
          ]}
          onChoose={props.onKind}
        />
        <Choice
          label={t('labels.format')}
          value={format}
          options={[
            ['a4', t('labels.a4')],
            ['letter', t('labels.letter')],
          ]}
          onChoose={props.onFormat}
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

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({
  label,
  value,
  options,
  onChoose,
}: ChoiceProps<Value>): React.JSX.Element {
  return (
    <div className="seg" role="group" aria-label={label}>
      {options.map(([option, words]) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChoose(option)}>
          {words}
        </button>
      ))}
    </div>
  );
}
