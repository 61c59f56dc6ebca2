import { IconHistory } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { useStateLabels } from '../../copy/state-labels.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { useFleetList } from '../../model/fleet/fleet-list-store.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useHeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { filterOf } from '../../model/fleet/match.ts';

/** Maximum number of lines of each panel below the wall. */
const MAX_LINES = 6;

/** Headsets that need attention, each with what happened and the next step. */
export function NeedsYou({ ids }: { ids: readonly string[] }): React.JSX.Element {
  const { t } = useTranslation('fleet');
  const stateById = useFleet((fleet) => fleet.stateById);
  const needingAttention = useMemo(
    () => ids.filter((id) => filterOf(stateById[id]?.state ?? 'ready') === 'needsYou'),
    [ids, stateById],
  );
  return (
    <section className="panel">
      <header>
        <StateGlyph state={needingAttention.length === 0 ? 'ready' : 'attention'} />
        <h2>
          {needingAttention.length === 0
            ? t('needs.none')
            : t('needs.title', { count: needingAttention.length })}
        </h2>
      </header>
      <ul className="rows dense">
        {needingAttention.slice(0, MAX_LINES).map((id) => (
          <NeedsAttentionRow key={id} id={id} />
        ))}
      </ul>
    </section>
  );
}

function NeedsAttentionRow({ id }: { id: string }): React.JSX.Element | null {
  const { t } = useTranslation('fleet');
  const labels = useHeadsetLabels(id);
  if (labels === null) return null;
  const { name, state } = labels;
  return (
    <li className="row">
      <StateGlyph state={state.state} />
      <b className="short-name">{name}</b>
      <span className="grow">{labels.step}</span>
      <SmallButton
        aria-label={`${t('needs.show')} ${name}`}
        onClick={() => useFleetList.getState().activate(id)}
      >
        {t('needs.show')}
      </SmallButton>
    </li>
  );
}

/** Recent changes of state in this window, newest first. */
export function JustNow(): React.JSX.Element {
  const { t } = useTranslation(['fleet', 'common']);
  const format = useFormat();
  const labels = useStateLabels();
  const changes = useFleet((fleet) => fleet.stateChanges);
  const { byId, nowMs } = useFleet.getState();
  return (
    <section className="panel">
      <header>
        <IconHistory className="i s" aria-hidden="true" />
        <h2>{t('fleet:justNow.title')}</h2>
      </header>
      <ul className="in log">
        {changes.slice(0, MAX_LINES).map((change) => (
          <li key={`${change.id}@${change.atMs}`}>
            <span className="faint">{format.clock(change.atMs)}</span>
            <span>
              {t('fleet:justNow.turned', {
                name: byId[change.id]?.label ?? t('common:unnamed'),
                state: labels.says(change.to, nowMs),
              })}
            </span>
          </li>
        ))}
        {changes.length === 0 && <li className="dim">{t('fleet:justNow.none')}</li>}
      </ul>
    </section>
  );
}
