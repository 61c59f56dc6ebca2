import { Button, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { blockedBy, needs } from '../../ui/why/why.ts';
import { EnterCap } from '../../ui/parts/key-cap.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf } from '../cart/cart-progress.ts';
import { SlotFacts } from '../desk/code-card.tsx';
import type { Finding } from './cart-check.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = {
  /** The slot to check; null when all are done. */
  finding: Finding | null;
  onScan: (text: string) => void;
  onEmpty: () => void;
  onSkip: () => void;
  isLast: boolean;
};

/** The slot to check now: scan or type what is in it, or report it empty. */
export function CheckPanel({ finding, onScan, onEmpty, onSkip, isLast }: Props): React.JSX.Element {
  const { t } = useTranslation(['carts', 'enrol', 'common']);
  const [text, setText] = useState('');
  const id = useId();
  if (finding === null) {
    return (
      <section className="panel check-now">
        <StateGlyph state="ready" />
        <h2>{t('carts:check.done')}</h2>
        <p className="dim">{t('carts:check.doneText')}</p>
      </section>
    );
  }
  const { headset } = finding.slot;
  return (
    <section className="panel check-now" aria-labelledby={id}>
      <p className="dim">{t('carts:check.now')}</p>
      <h2 id={id}>{nameOf(headset)}</h2>
      <p className="dim">
        <SlotFacts headset={headset} />
      </p>
      <Form onSubmit={() => onScan(text)}>
        <TextInput
          label={t('carts:check.scan')}
          description={t('carts:check.scanText')}
          inputWrapperOrder={['label', 'input', 'description']}
          autoFocus
          autoComplete="off"
          {...typed(text, setText)}
        />
        <div className="row check-actions">
          <Button
            type="submit"
            variant="filled"
            {...needs(text.trim() === '' && t('common:need.text'))}
            rightSection={<EnterCap />}
          >
            {t('carts:check.enter')}
          </Button>
          <Button variant="default" onClick={onEmpty}>
            {t('carts:check.empty')}
          </Button>
          <Button variant="subtle" {...blockedBy(isLast && t('common:why.last'))} onClick={onSkip}>
            {t('carts:check.skip')}
          </Button>
        </div>
      </Form>
    </section>
  );
}
