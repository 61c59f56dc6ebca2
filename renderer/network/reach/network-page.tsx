import { useTranslation } from 'react-i18next';

import { getLan, setLan } from '../../../shared/contract/network/lan.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { readStation } from '../../model/station/station-facts.ts';
import type { ChangeLan, Lan } from './lan.ts';
import { AdminPanel } from './admin-panel.tsx';
import { LanPanel } from './lan-panel.tsx';
import { ReachPanel } from './reach-panel.tsx';
import { StationFrame } from '../../model/station/station-frame.tsx';

/** Network: LAN access, its networks, and administration over the network. */
export function NetworkPage(): React.JSX.Element {
  const { t } = useTranslation('station');
  const query = useQuery<Lan>((signal) => call(getLan, { signal }), 15_000);
  const { isBusy, refusal, run } = useAction();
  const lan = query.reply;

  const change: ChangeLan = async (body) => {
    const reply = await run(call(setLan, { body }));
    if (reply === null) return false;
    query.put(reply);
    void readStation();
    return true;
  };

  return (
    <StationFrame title={t(`lan.title.${stateOf(lan)}`)} sub={t(`lan.sub.${stateOf(lan)}`)}>
      <ReadingState query={query} lines={4} />
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {lan !== null && (
        <div className="page-split">
          <div className="stack wide">
            <LanPanel lan={lan} isBusy={isBusy} change={change} />
            <AdminPanel lan={lan} isBusy={isBusy} change={change} />
          </div>
          <ReachPanel lan={lan} />
        </div>
      )}
    </StationFrame>
  );
}

function stateOf(lan: Lan | null): 'reading' | 'portTaken' | 'notOpened' | 'off' | 'nowhere' | 'on' {
  if (lan === null) return 'reading';
  if (lan.problem !== null) return lan.problem === 'PORT_TAKEN' ? 'portTaken' : 'notOpened';
  if (!lan.isOn) return 'off';
  return lan.addresses.length === 0 ? 'nowhere' : 'on';
}
