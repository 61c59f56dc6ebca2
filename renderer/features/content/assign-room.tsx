import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import type { Headset } from '../../../shared/contract/fleet.ts';
import { useFigures } from '../../copy/figures.ts';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import type { Room } from './assign.ts';

/** More names than this would push the buttons out of sight. */
const MOST_NAMES = 12;

type Props = {
  room: Room;
  /** How many headsets are looked at in all. */
  total: number;
  /** Whether those without room are left out. */
  isLeftOut: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
};

/** Whether it fits on each headset, said before anything is sent; those on which it does not can be left out. */
export function AssignRoom({ room, total, isLeftOut, onLeaveOut }: Props): React.JSX.Element {
  const { t } = useTranslation('content');
  const figures = useFigures();
  const { short, unknown } = room;
  const needed = figures.size(room.needed);
  return (
    <>
      {short.length > 0 && <Short room={room} total={total} isLeftOut={isLeftOut} onLeaveOut={onLeaveOut} />}
      {unknown.length > 0 && (
        <div className="note">
          <StateGlyph state="waiting" />
          <div>
            {t('assign.roomUnknown', { count: unknown.length, needed })} <Names headsets={unknown} />
          </div>
        </div>
      )}
      {short.length + unknown.length === 0 && total > 0 && (
        <div className="note">
          <StateGlyph state="ready" />
          <div>{t('assign.room', { count: total, needed })}</div>
        </div>
      )}
    </>
  );
}

function Short({ room, total, isLeftOut, onLeaveOut }: Props): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const figures = useFigures();
  const { short } = room;
  const needed = figures.size(room.needed);
  return (
    <div className="note warn">
      <StateGlyph state="attention" />
      <div className="stack">
        <b>{t('content:assign.noRoom', { count: short.length, needed })}</b>
        <ul className="short-list" tabIndex={0} aria-label={t('content:assign.shortList')}>
          {short.map(({ headset, missingBytes }) => (
            <li key={headset.id}>
              {t('content:assign.lacks', {
                name: headset.label ?? t('common:unnamed'),
                missing: figures.size(missingBytes),
                free: figures.size(headset.storage?.freeBytes ?? 0),
              })}
            </li>
          ))}
        </ul>
        <Checkbox
          checked={isLeftOut}
          label={t('content:assign.leaveOut', { count: short.length, rest: total - short.length })}
          onChange={(event) => onLeaveOut(event.currentTarget.checked)}
        />
        {!isLeftOut && <p className="small dim">{t('content:assign.noRoomText')}</p>}
      </div>
    </div>
  );
}

function Names({ headsets }: { headsets: readonly Headset[] }): React.JSX.Element {
  const { t } = useTranslation(['content', 'common']);
  const figures = useFigures();
  const names = headsets.slice(0, MOST_NAMES).map(({ label }) => label ?? t('common:unnamed'));
  const rest = headsets.length - names.length;
  return (
    <span className="dim">
      {figures.list(rest > 0 ? [...names, t('content:remove.more', { count: rest })] : names)}
    </span>
  );
}
