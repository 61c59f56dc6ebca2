import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { listEvents } from '../../../shared/contract/devices/events.ts';
import { listConflicts } from '../../../shared/contract/sync/sync-conflicts.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useQuery } from '../../service/use-query.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { DriftNote } from '../selection/drift-note.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import type { HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { isRepairable } from '../selection/use-repair.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { CancelCommand } from '../commands/past-commands.tsx';

const QUIET: readonly string[] = ['ready', 'inUse', 'archived'];

/** Problems of this headset, each with its next step; empty while all is well. */
export function HeadsetProblems({ labels }: { labels: HeadsetLabels }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const isTechnician = useMay('technician');
  const { headset, state } = labels;
  return (
    <>
      {headset.isArchived && <ArchivedNote replacedBy={headset.replacedBy} />}
      <ReplacesNote id={headset.id} />
      {!QUIET.includes(state.state) && (
        <div className={`note ${state.state === 'failed' ? 'bad' : ''}`}>
          <StateGlyph state={state.state} />
          <div>{labels.step}</div>
          {state.state === 'waiting' && isTechnician && (
            <SmallButton component={Link} href="/enrol">
              {t('toEnrol')}
            </SmallButton>
          )}
        </div>
      )}
      {headset.unenrollingSince !== null && (
        <div className="note warn" role="status">
          <StateGlyph state="queued" />
          <div>
            {t('leave.leaving', { when: format.moment(Date.parse(headset.unenrollingSince)) })}
            {!headset.isLinked && <p className="small">{t('leave.outOfReach')}</p>}
          </div>
          {isTechnician && !headset.isLinked && (
            <div className="stack">
              <CancelUnenrolment key={headset.unenrollingSince} id={headset.id} />
              <SmallButton component={Link} href="/enrol">
                {t('toEnrol')}
              </SmallButton>
            </div>
          )}
        </div>
      )}
      {headset.impossible.length > 0 && (
        <div className="note">
          <StateGlyph state="attention" />
          <ul>
            {headset.impossible.map(({ path, value }) => (
              <li key={path}>
                {path === 'batteryInfo.level'
                  ? t('impossible.battery', { value })
                  : t('impossible.other', { path, value })}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isRepairable(headset, state) && <DriftNote id={headset.id} />}
      {isTechnician && <SyncNote id={headset.id} />}
    </>
  );
}

/** Cancels a command to un-enrol, until the headset has received it. */
function CancelUnenrolment({ id }: { id: string }): React.JSX.Element | null {
  const query = useQuery((signal) =>
    call(listEvents, { params: { deviceId: id }, query: { type: 'UNENROLL_REQUESTED', limit: '1' }, signal }),
  );
  const commandId = query.reply?.items[0]?.payload?.['commandId'];
  if (typeof commandId !== 'string') return null;
  return (
    <div>
      <CancelCommand id={id} commandId={commandId} onCancelled={() => {}} />
    </div>
  );
}

function ArchivedNote({ replacedBy }: { replacedBy: string | null }): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const label = useFleet((fleet) =>
    replacedBy === null ? undefined : (fleet.byId[replacedBy]?.label ?? null),
  );
  const name = label ?? t('common:unnamed');
  return (
    <div className="note">
      <StateGlyph state="archived" />
      <div>{replacedBy === null ? t('headset:archived.text') : t('headset:archived.replaced', { name })}</div>
      {replacedBy !== null && (
        <SmallButton component={Link} href={pathOfHeadset(replacedBy)}>
          {t('headset:archived.open', { name })}
        </SmallButton>
      )}
    </div>
  );
}

/** The reverse: earlier records of this headset. */
function ReplacesNote({ id }: { id: string }): React.JSX.Element | null {
  const { t } = useTranslation(['headset', 'common']);
  const earlier = useFleet((fleet) =>
    Object.values(fleet.byId)
      .filter(({ replacedBy }) => replacedBy === id)
      .map((headset) => headset.id)
      .join(),
  );
  if (earlier === '') return null;
  return (
    <div className="note">
      <StateGlyph state="archived" />
      <div>
        {t('headset:archived.replaces')}{' '}
        {earlier.split(',').map((each) => (
          <Link key={each} href={pathOfHeadset(each)} className="plain-link">
            {useFleet.getState().byId[each]?.label ?? t('common:unnamed')}
          </Link>
        ))}
      </div>
    </div>
  );
}

/** Where station and central disagree about this headset. */
function SyncNote({ id }: { id: string }): React.JSX.Element | null {
  const { t } = useTranslation('headset');
  const query = useQuery((signal) => call(listConflicts, { query: { limit: '100' }, signal }));
  const count = query.reply?.items.filter(({ deviceId }) => deviceId === id).length ?? 0;
  if (count === 0) return null;
  return (
    <div className="note warn">
      <StateGlyph state="attention" />
      <div>{t('conflicts', { count })}</div>
      <SmallButton component={Link} href="/sync">
        {t('toSync')}
      </SmallButton>
    </div>
  );
}
