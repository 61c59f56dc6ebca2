import { useTranslation } from 'react-i18next';

import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { Outcome } from '../../service/api.ts';
import { useQuery } from '../../service/use-query.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { Preview } from './use-cable.ts';

/** Returns true for steps to do or prevented ones; the rest will be skipped. */
function isOpen(state: Preview['items'][number]['steps'][number]['state']): boolean {
  return state === 'todo' || state === 'blocked';
}

type Props = { read: () => Promise<Outcome<Preview, ErrorCode>>; onClose: () => void };

/** Lists what each headset lacks of the recipe; finished steps will be skipped. */
export function PreviewDialog({ read, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation('cable');
  const { reply, refusal } = useQuery<Preview>(read);
  return (
    <Dialog onClose={onClose} size="xl" title={t('gaps.title')}>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {reply?.items.length === 0 && <p className="dim">{t('gaps.none')}</p>}
      <div className="stack">
        {reply?.items.map(({ serial, model, steps }) => (
          <section key={serial}>
            <h3>
              {serial} <span className="dim">{model}</span>
            </h3>
            {steps.every(({ state }) => !isOpen(state)) && <p className="dim">{t('gaps.nothing')}</p>}
            <ul className="cable-lacks" hidden={steps.every(({ state }) => !isOpen(state))}>
              {steps
                .filter(({ state }) => isOpen(state))
                .map(({ step, state, words, failure, advice }) => (
                  <li key={step} data-state={state}>
                    <b>{t(`step.${step}`)}</b>
                    <span>{t(`gaps.${state}`)}</span>
                    <span className="dim">
                      {failure !== null && `${t(`failure.${failure}`)} `}
                      {advice !== null && `${t(`advice.${advice}`)} `}
                      {words !== null && <code>{words}</code>}
                    </span>
                  </li>
                ))}
            </ul>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
