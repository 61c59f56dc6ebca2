import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { type Question, useClassRuns } from '../state/class-store.ts';
import { wordsOf } from '../state/apps.ts';

/** Questions before a command: to more headsets than a class has, and to headsets whose kiosk keeps another app. */
export function ClassQuestions(): React.JSX.Element | null {
  const question = useClassRuns(({ asking }) => asking);
  if (question === null) return null;
  return question.kind === 'many' ? <Many question={question} /> : <Kiosk question={question} />;
}

const close = (): void => useClassRuns.setState({ asking: null });

function answer(go: () => void): void {
  close();
  go();
}

function Many({ question }: { question: Extract<Question, { kind: 'many' }> }): React.JSX.Element {
  const { t } = useTranslation('class');
  const { count, carts, go } = question;
  return (
    <Dialog isOpen onClose={close} title={t('ask.many', { count, carts: t('ask.carts', { count: carts }) })}>
      <div className="stack wide">
        <p>{t('ask.manyText')}</p>
        <DialogFoot onCancel={close} isCancelFocused>
          <Button size="lg" onClick={() => answer(go)}>
            {t('ask.send', { count })}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

function Kiosk({ question }: { question: Extract<Question, { kind: 'kiosk' }> }): React.JSX.Element {
  const { t } = useTranslation('class');
  const { app, isAllowed, go } = question;
  const { inKiosk, startable } = app;
  const name = wordsOf(app.packageName);
  return (
    <Dialog isOpen onClose={close} title={t('ask.kiosk', { count: inKiosk, app: name })}>
      <div className="stack wide">
        <p>{t(isAllowed ? 'ask.kioskText' : 'ask.kioskForbidden')}</p>
        <DialogFoot onCancel={close}>
          {startable > 0 && (
            <Button size="lg" variant="default" onClick={() => answer(() => go(false))}>
              {t('ask.others', { count: startable })}
            </Button>
          )}
          {isAllowed && (
            <Button size="lg" data-autofocus onClick={() => answer(() => go(true))}>
              {t('ask.useKiosk')}
            </Button>
          )}
        </DialogFoot>
      </div>
    </Dialog>
  );
}
