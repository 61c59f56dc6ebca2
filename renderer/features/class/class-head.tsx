import { NativeSelect } from '@mantine/core';
import { IconDoorExit, IconListDetails, IconLogout } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import type { Lesson } from '../../../shared/contract/lessons.ts';
import { countPresence, type Presence, presenceOf } from '../../../shared/domain/class-board.ts';
import { useFigures } from '../../copy/figures.ts';
import { signOut, useMay, useSession } from '../../service/session.ts';
import { RollCall, type RollBar } from '../../ui/roll-call.tsx';
import { useFleet } from '../fleet/fleet-store.ts';
import { useGroups } from '../fleet/groups-store.ts';
import type { ClassApp } from './apps.ts';

type Props = {
  members: readonly string[];
  chosen: number;
  app: Pick<ClassApp, 'packageName' | 'name'> | null;
  lessons: readonly Lesson[];
  choice: string;
  onChoice: (choice: string) => void;
  onClear: () => void;
};

/** More names than this are not read in a lesson. */
const MOST_NAMES = 6;

/** How the class stands, in words and as the strip; whose class it is; who teaches, and the way out. */
export function ClassHead(props: Props): React.JSX.Element {
  const { members, chosen, app, onClear } = props;
  const { t } = useTranslation(['class', 'common']);
  const figures = useFigures();
  const { counts, missing, bars } = useStanding(members, app?.packageName ?? null);
  const title =
    counts.inApp > 0 && app !== null
      ? t('class:title.inApp', { count: counts.inApp, total: members.length, app: app.name })
      : t('class:title.here', { count: members.length - counts.away, total: members.length });
  const parts = (['here', 'onTable', 'preparing'] as const).flatMap((each) =>
    counts[each] === 0 ? [] : [t(`class:part.${each}`, { count: counts[each] })],
  );
  const names = missing.slice(0, MOST_NAMES);
  const rest = missing.length - names.length;
  const away = t('class:part.away', {
    count: missing.length,
    names: figures.list(rest > 0 ? [...names, t('class:run.more', { count: rest })] : names),
  });
  return (
    <header className="class-top">
      <div className="grow">
        <h1>{title}</h1>
        <p className="class-sub">{[...parts, ...(missing.length > 0 ? [away] : [])].join(' · ')}</p>
      </div>
      {members.length <= 60 && <RollCall bars={bars} label={title} />}
      {chosen > 0 && (
        <button type="button" className="big-btn small-btn" onClick={onClear}>
          {t('class:chosen', { count: chosen })}
        </button>
      )}
      <ClassSelect {...props} />
      <Leave />
    </header>
  );
}

function useStanding(members: readonly string[], packageName: string | null) {
  const { t } = useTranslation('common');
  const byId = useFleet((fleet) => fleet.byId);
  const stateById = useFleet((fleet) => fleet.stateById);
  return useMemo(() => {
    const all: Presence[] = [];
    const missing: string[] = [];
    const bars: RollBar[] = [];
    for (const id of members) {
      const headset = byId[id];
      const state = stateById[id]?.state;
      if (headset === undefined || state === undefined) continue;
      const presence = presenceOf(headset, state, packageName);
      const name = headset.label ?? t('unnamed');
      all.push(presence);
      if (presence === 'away') missing.push(name);
      bars.push({
        id,
        state: presence === 'away' ? 'offline' : presence === 'inApp' ? 'inUse' : state,
        title: `${name} · ${t(`state.${state}`)}`,
      });
    }
    return { counts: countPresence(all), missing, bars };
  }, [members, byId, stateById, packageName, t]);
}

function ClassSelect({ lessons, choice, onChoice }: Props): React.JSX.Element {
  const { t } = useTranslation('class');
  const carts = useFleet((fleet) => fleet.carts);
  const groups = useGroups(({ items }) => items);
  const data = [
    { value: 'all', label: t('choice.all') },
    {
      group: t('choice.lessons'),
      items: lessons.map(({ id, name }) => ({ value: `lesson:${id}`, label: name })),
    },
    { group: t('choice.carts'), items: carts.map(({ id, label }) => ({ value: `cart:${id}`, label })) },
    {
      group: t('choice.groups'),
      items: groups.map(({ id, name }) => ({ value: `group:${id}`, label: name })),
    },
  ].filter((each) => !('items' in each) || each.items.length > 0);
  return (
    <NativeSelect
      className="class-select"
      aria-label={t('choice.label')}
      data={data}
      value={choice}
      onChange={(event) => onChoice(event.currentTarget.value)}
    />
  );
}

/** Back to the fleet; who signed in with a passcode also signs out here. */
function Leave(): React.JSX.Element {
  const { t } = useTranslation(['class', 'shell']);
  const { name, role } = useSession(({ who }) => who);
  const isSignedIn = name !== null || role !== 'technician';
  const mayPrepare = useMay('technician');
  return (
    <>
      {mayPrepare && (
        <Link href="/class/lessons" className="big-btn quiet icon" title={t('class:lesson.plans')}>
          <IconListDetails aria-hidden="true" />
          <span className="sr">{t('class:lesson.plans')}</span>
        </Link>
      )}
      <Link href="/fleet" className="big-btn quiet icon" title={t('class:leave')}>
        <IconDoorExit aria-hidden="true" />
        <span className="sr">{t('class:leave')}</span>
      </Link>
      {isSignedIn && (
        <button
          type="button"
          className="big-btn quiet icon"
          title={`${name ?? t(`shell:role.${role}`)} · ${t('shell:role.signOut')}`}
          onClick={() => void signOut()}
        >
          <IconLogout aria-hidden="true" />
          <span className="sr">{t('shell:role.signOut')}</span>
        </button>
      )}
    </>
  );
}
