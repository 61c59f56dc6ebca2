import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { setLan } from '../../../shared/contract/network/lan.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { readStation } from '../../model/station/station-facts.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';

/** Allows LAN access from the enrolment screen; its networks are chosen under Station. */
export function Admission(): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const { isBusy, refusal, run } = useAction();
  const allowAccess = async (): Promise<void> => {
    await run(call(setLan, { body: { isOn: true } }));
    await readStation();
  };
  return (
    <div className="stack enrol-let-in">
      <div className="row wrap">
        <SmallButton loading={isBusy} onClick={() => void allowAccess()}>
          {t('lanAccess.action')}
        </SmallButton>
        <Link href="/station/network" className="small">
          {t('lanAccess.where')}
        </Link>
      </div>
      {refusal !== null && <RefusalNote refusal={refusal} />}
    </div>
  );
}
