import { NativeSelect } from '@mantine/core';
import { IconBell, IconListDetails } from '@tabler/icons-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';

import { blockedBy } from '../../ui/why/why.ts';
import type { Lesson } from '../../../shared/contract/classroom/lessons.ts';
import { countPresence } from '../state/class-board.ts';
import { useMay } from '../../service/session.ts';
import { RollCall, type RollBar } from '../../ui/headset/roll-call.tsx';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useGroups } from '../../model/fleet/groups-store.ts';
import type { ClassApp } from '../state/apps.ts';
import { LessonTimer } from '../lessons/lesson-timer.tsx';
import { useNames } from '../state/class-labels.ts';
import { Leave } from './leave.tsx';
import type { ClassPresence } from './class-status.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = {
  members: readonly string[];
  classPresence: ClassPresence;
  /** Number of headsets in attention mode. */
  inAttention: number;
  app: Pick<ClassApp, 'packageName' | 'name'> | null;
  lessons: readonly Lesson[];
  choice: string;
  onChoice: (choice: string) => void;
  /** Number that need the teacher, and whether only those are shown. */
  needs: number;
  isOnlyNeeds: boolean;
  onNeeds: () => void;
  isViews: boolean;
  onViews: (isViews: boolean) => void;
};

/** Maximum number of names in a sentence. */
const MAX_NAMES = 6;
/** Above this number of bars there is one strip per cart. */
const MAX_BARS = 60;

/** State of the class, in words and as a strip; the class itself; and the exit. */
export function ClassHead(props: Props): React.JSX.Element {
  const { members, needs } = props;
  const { t } = useTranslation('class');
  const mayPrepare = useMay('technician');
  const { title, sub } = useText(props);
  return (
    <>
      <header className="class-top wrap row roomy">
        <div className="grow">
          <h1>{title}</h1>
          <p className="class-sub dim clamp" title={sub}>
            {sub}
          </p>
        </div>
        {members.length > 0 && members.length <= MAX_BARS && (
          <Strip ids={members} classPresence={props.classPresence} label={title} />
        )}
        <div className="class-controls end row roomy">
          {/* First, so that nothing moves when its text changes. */}
          {members.length > 0 && (
            <button
              type="button"
              className="big-btn needs-btn"
              aria-pressed={props.isOnlyNeeds}
              {...blockedBy(needs === 0 && !props.isOnlyNeeds && t('needsNone'))}
              onClick={props.onNeeds}
            >
              <IconBell aria-hidden="true" />
              <span className="sr-narrow">
                {props.isOnlyNeeds
                  ? t('showAll')
                  : needs === 0
                    ? t('needsNone')
                    : t('needs', { count: needs })}
              </span>
              <span className="dock-short" aria-hidden="true">
                {props.isOnlyNeeds ? t('showAll') : needs}
              </span>
            </button>
          )}
          <LessonTimer />
          {members.length > 0 && <ViewSwitch isViews={props.isViews} onViews={props.onViews} />}
          <ClassSelect lessons={props.lessons} choice={props.choice} onChoice={props.onChoice} />
          {mayPrepare && (
            <Link href="/class/lessons" className="big-btn quiet" title={t('lesson.plans')}>
              <IconListDetails aria-hidden="true" />
              <span className="leave-word">{t('lesson.plans')}</span>
            </Link>
          )}
          <SteadyLeave />
        </div>
      </header>
      {members.length > MAX_BARS && <CartStrips members={members} classPresence={props.classPresence} />}
    </>
  );
}

function useText({ members, classPresence, inAttention, app }: Props): { title: string; sub: string } {
  const { t } = useTranslation(['class', 'common']);
  const names = useNames();
  const { fleet, presence } = classPresence;
  const missing = members.flatMap((id) =>
    presence.get(id) === 'away' ? (fleet.byId[id]?.label ?? t('common:unnamed')) : [],
  );
  const counts = countPresence([...presence.values()]);
  const total = members.length;
  const title =
    total === 0
      ? t('class:title.nobody')
      : inAttention > 0
        ? t('class:title.attentionMode', { count: inAttention, total })
        : counts.inApp > 0 && app !== null
          ? t('class:title.inApp', { count: counts.inApp, total, app: app.name })
          : t('class:title.here', { count: total - counts.away, total });
  const parts = (['here', 'onTable', 'preparing'] as const).flatMap((each) =>
    counts[each] === 0 ? [] : [t(`class:part.${each}`, { count: counts[each] })],
  );
  const away = t('class:part.away', { count: missing.length, names: names(missing, MAX_NAMES) });
  return { title, sub: [...parts, ...(missing.length > 0 ? [away] : [])].join(' · ') };
}

/** Switches tiles between states and views. */
function ViewSwitch({ isViews, onViews }: Pick<Props, 'isViews' | 'onViews'>): React.JSX.Element {
  const { t } = useTranslation('views');
  return (
    <div className="seg view-switch fixed" role="group" aria-label={t('show.label')}>
      <button type="button" aria-pressed={isViews} onClick={() => onViews(true)}>
        {t('show.views')}
      </button>
      <button type="button" aria-pressed={!isViews} onClick={() => onViews(false)}>
        {t('show.states')}
      </button>
    </div>
  );
}

const SteadyLeave = memo(Leave);

/** Re-rendered only when a bar changes: a thousand of them are updated four times a second. */
const SteadyStrip = memo(
  RollCall,
  (before, after) =>
    before.label === after.label &&
    before.size === after.size &&
    before.bars.length === after.bars.length &&
    before.bars.every((bar, at) => {
      const other = after.bars[at];
      return bar.id === other?.id && bar.state === other.state && bar.title === other.title;
    }),
);

type StripProps = { ids: readonly string[]; classPresence: ClassPresence; label: string; size?: 'thin' };

function Strip({ ids, classPresence, label, size }: StripProps): React.JSX.Element {
  const { t } = useTranslation(['common', 'class']);
  const { fleet, presence } = classPresence;
  const bars = useMemo<RollBar[]>(
    () =>
      ids.flatMap((id) => {
        const state = fleet.stateById[id]?.state;
        const where = presence.get(id);
        if (state === undefined || where === undefined) return [];
        const shown = where === 'away' ? 'offline' : where === 'inApp' ? 'inUse' : state;
        return [{ id, state: shown, title: fleet.byId[id]?.label ?? t('unnamed') }];
      }),
    [ids, fleet, presence, t],
  );
  return <SteadyStrip bars={bars} label={label} {...(size === undefined ? {} : { size })} />;
}

/** One strip per cart, if one strip would have too many bars. */
function CartStrips({
  members,
  classPresence,
}: Pick<Props, 'members' | 'classPresence'>): React.JSX.Element | null {
  const { t } = useTranslation('class');
  const carts = useFleet((fleet) => fleet.carts);
  const { fleet, presence } = classPresence;
  const byCart = useMemo(() => {
    const { byId } = useFleet.getState();
    return Map.groupBy(members, (id) => byId[id]?.cart?.id ?? null);
    // `carts` changes when a headset moves to another one.
    // oxlint-disable-next-line react/exhaustive-deps -- as said
  }, [members, carts]);
  const strips = carts.flatMap(({ id, label }) => {
    const ids = byCart.get(id) ?? [];
    return ids.length === 0 || ids.length > MAX_BARS ? [] : [{ id, label, ids }];
  });
  if (strips.length === 0) return null;
  return (
    // More carts than fit are scrolled, also by keyboard.
    <ul className="cart-strips class-strips" tabIndex={0} aria-label={t('strips')}>
      {strips.map(({ id, label, ids }) => {
        const presentCount = ids.filter((each) => presence.get(each) !== 'away').length;
        return (
          <li key={id} className="row">
            <span className="small dim cut">{label}</span>
            <Strip
              ids={ids}
              classPresence={{ fleet, presence }}
              label={t('stripOf', { cart: label, count: presentCount, total: ids.length })}
              size="thin"
            />
          </li>
        );
      })}
    </ul>
  );
}

type SelectProps = Pick<Props, 'lessons' | 'choice' | 'onChoice'>;

const ClassSelect = memo(function ClassSelect(props: SelectProps): React.JSX.Element | null {
  const { lessons, choice, onChoice } = props;
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
  // There is only one choice: all headsets.
  if (data.length === 1) return null;
  return (
    <NativeSelect
      className="class-select"
      aria-label={t('choice.label')}
      data={data}
      {...typed(choice, onChoice)}
    />
  );
});
