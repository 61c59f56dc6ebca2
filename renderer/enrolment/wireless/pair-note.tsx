import { IconWifi } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { PairForm } from './pair-form.tsx';

/** Says that a headset can be paired without a cable, and opens the dialog for it. */
export function PairNote(): React.JSX.Element {
  const { t } = useTranslation('wireless');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="note">
      <IconWifi className="i s" aria-hidden />
      <div className="stack">
        <p className="small dim">{t('note')}</p>
        <SmallButton onClick={() => setOpen(true)}>{t('open')}</SmallButton>
      </div>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('title')}>
        <PairForm onClose={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}
