import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'wouter';

import '../state/class.css';
import { MAX_LIVE } from '../../../shared/contract/commands/views.ts';
import type { ClassRun } from '../../../shared/contract/classroom/class-run.ts';
import { type Lesson, listLessons } from '../../../shared/contract/classroom/lessons.ts';
import { isRecovered, inAttentionOf, needsTeacher, shownRun } from '../state/class-board.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { type Query, useQuery } from '../../service/use-query.ts';
import { useAppNames } from '../../model/content/use-app-names.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { readGroups } from '../../model/fleet/groups-store.ts';
import { CutOffBanner } from '../../model/notes/cut-off-banner.tsx';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { type ClassApp, useClassApps, wordsOf } from '../state/apps.ts';
import {
  audienceOf,
  lessonOf,
  storeClass,
  storedClass,
  useKnownChoice,
  useMembers,
} from '../state/audience.ts';
import { ViewFocus, ViewSeveral } from '../../devices/index.ts';
import { Board } from './board.tsx';
import { ClassHead } from './class-head.tsx';
import { followClass, useClassRuns } from '../state/class-store.ts';
import { ClassQuestions } from '../lessons/class-questions.tsx';
import { Dock } from '../lessons/dock.tsx';
import { HeadsetControls } from '../lessons/headset-controls.tsx';
import { LessonBar } from '../lessons/lesson-bar.tsx';
import { type ClassPresence, useClassStatus } from './class-status.ts';
import { StatusLine } from './status-line.tsx';

/** Class: the teacher's board. */
export function ClassPage(): React.JSX.Element {
  const { t } = useTranslation('class');
  const isFleetKnown = useFleet((fleet) => fleet.isKnown);
  const lessons = useQuery<{ items: Lesson[] }>((signal) => call(listLessons, { signal }), 60_000);
  const [areGroupsKnown, setGroupsKnown] = useState(false);
  useEffect(() => followClass(), []);
  useEffect(() => void readGroups().then(() => setGroupsKnown(true)), []);
  // Until all three are loaded, the board could belong to another class, and its buttons affect more headsets than
  // meant.
  const areLessonsKnown = lessons.reply !== null || lessons.refusal !== null;
  if (!isFleetKnown || !areLessonsKnown || !areGroupsKnown) {
    return (
      <div className="class-page roomy fill" aria-busy="true">
        <h1>{t('reading')}</h1>
        <CutOffBanner />
      </div>
    );
  }
  return <Teaching lessons={lessons} />;
}

/** Selection of headsets for the buttons of the board. */
type Choosing = {
  readonly chosen: ReadonlySet<string>;
  /** The newest action at the time of the selection; a later one replaces it on the status line. */
  readonly seenRunId: string | null;
  readonly toggle: (id: string) => void;
  readonly chooseAll: (ids: readonly string[]) => void;
  readonly clear: () => void;
};

function useChoosing(members: readonly string[]): Choosing {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [seenRunId, setSeen] = useState<string | null>(null);
  const chosen = useMemo(() => new Set(members.filter((id) => picked.has(id))), [members, picked]);
  const see = (): void => setSeen(useClassRuns.getState().runs[0]?.id ?? null);
  const toggle = useCallback((id: string) => {
    see();
    setPicked((before) => {
      const after = new Set(before);
      if (!after.delete(id)) after.add(id);
      return after;
    });
  }, []);
  const chooseAll = useCallback((ids: readonly string[]) => {
    see();
    setPicked(new Set(ids));
  }, []);
  const clear = useCallback(() => setPicked(new Set()), []);
  return { chosen, seenRunId, toggle, chooseAll, clear };
}

function Teaching({ lessons }: { lessons: Query<{ items: Lesson[] }> }): React.JSX.Element {
  const items = lessons.reply?.items ?? [];
  const mayControl = useMay('teacher');
  const [stored, setStored] = useState(storedClass);
  const choice = useKnownChoice(stored, items);
  const lesson = lessonOf(choice, items);
  const members = useMembers(audienceOf(choice, items));
  const choosing = useChoosing(members);
  const { chosen } = choosing;
  // Tiles and notes show app names.
  useAppNames();
  const { list: apps, videos } = useClassApps(members, useLessonApps(lesson));
  const [app, setApp] = useApp(apps, lesson);
  const status = useClassStatus(members, app?.packageName ?? null);
  const runs = useClassRuns((state) => state.runs);
  const run = useShownRun(runs, members);
  const inAttention = useMemo(() => inAttentionOf(runs), [runs]);
  const needs = useNeeds(members, status, run);
  const targets = chosen.size > 0 ? [...chosen] : members;
  const newest = runs.findIndex(({ id }) => id === choosing.seenRunId);
  const isNewer = run !== null && (chosen.size === 0 || newest === -1 || runs.indexOf(run) < newest);
  const { clear, chooseAll } = choosing;
  const { showAll } = needs;
  const choose = useCallback(
    (next: string): void => {
      storeClass(next);
      setStored(next);
      clear();
      showAll();
    },
    [clear, showAll],
  );
  const shown = needs.shown ?? members;
  const [isViews, setViews] = useState(false);
  const watching = useWatching(members);
  const { focusId, setFocus, liveIds } = watching;
  const press = isViews ? setFocus : choosing.toggle;
  const onAll = useCallback(() => chooseAll(shown), [chooseAll, shown]);
  if (focusId !== null || liveIds.length > 0) {
    return (
      <Watched watching={watching} shown={shown}>
        {mayControl && focusId !== null && (
          <HeadsetControls id={focusId} apps={apps} isLooking={inAttention.has(focusId)} />
        )}
      </Watched>
    );
  }
  return (
    <div className="class-page roomy fill">
      <ClassHead
        members={members}
        classPresence={status}
        inAttention={members.filter((id) => inAttention.has(id)).length}
        app={app}
        lessons={items}
        choice={choice}
        onChoice={choose}
        needs={needs.ids.length}
        isOnlyNeeds={needs.shown !== null}
        onNeeds={needs.toggle}
        isViews={isViews}
        onViews={setViews}
      />
      {lessons.refusal !== null && <ReadingState query={lessons} />}
      {members.length === 0 ? (
        <>
          <Empty isEverybody={choice === 'all'} />
          <CutOffBanner />
        </>
      ) : (
        <>
          <StatusLine
            members={members}
            chosen={chosen}
            run={run}
            isNewer={isNewer}
            isViews={isViews}
            onClear={clear}
          />
          <Board
            ids={shown}
            chosen={chosen}
            inAttention={inAttention}
            app={app}
            run={run}
            canChoose={mayControl}
            isViews={isViews}
            lastId={watching.lastId}
            onPress={press}
            onSee={setFocus}
            onToggle={choosing.toggle}
            onAll={onAll}
            onClear={clear}
          />
        </>
      )}
      {mayControl && lesson !== null && members.length > 0 && (
        <LessonBar lesson={lesson} ids={targets} isChosen={chosen.size > 0} />
      )}
      {mayControl && members.length > 0 && (
        <Dock
          ids={targets}
          idsToStart={targets.filter((id) => status.presence.get(id) !== 'inApp')}
          here={targets.filter((id) => status.presence.get(id) !== 'away').length}
          idsInAttention={targets.filter((id) => inAttention.has(id))}
          isChosen={chosen.size > 0}
          apps={apps}
          app={app}
          onApp={setApp}
          videos={videos}
          onChoose={chooseAll}
          onLive={watching.setLive}
        />
      )}
      <ClassQuestions />
    </div>
  );
}

/** Live views of a class in place of its board. */
type Watching = {
  /** The headset that is shown large; null for none. */
  readonly focusId: string | null;
  /** Headsets that are live side by side. */
  readonly liveIds: readonly string[];
  /** The last one that was large; the keyboard continues there. */
  readonly lastId: string | null;
  readonly setFocus: (id: string) => void;
  readonly setLive: (ids: readonly string[]) => void;
  /** Closes what is shown: back to the headsets side by side, else to the board. */
  readonly leave: () => void;
};

/** State of a history entry that was opened from the board or from the views side by side. */
const OPENED_HERE = 'muster.watching';

/** Both are in the URL, so that the browser's Back button leads to the board and not out of Class. */
function useWatching(members: readonly string[]): Watching {
  const [params, setParams] = useSearchParams();
  const [lastId, setLast] = useState<string | null>(null);
  const see = params.get('see');
  const focusId = see !== null && members.includes(see) ? see : null;
  const live = params.get('live') ?? '';
  const liveIds = useMemo(
    () =>
      live
        .split(',')
        .filter((id) => members.includes(id))
        .slice(0, MAX_LIVE),
    [live, members],
  );
  const isFocused = focusId !== null;
  const setFocus = useCallback(
    (id: string): void => {
      setLast(id);
      const options = isFocused ? { replace: true, state: history.state as unknown } : { state: OPENED_HERE };
      setParams({ ...(live !== '' && { live }), see: id }, options);
    },
    [setParams, isFocused, live],
  );
  const setLive = (ids: readonly string[]): void => setParams({ live: ids.join() }, { state: OPENED_HERE });
  const leave = (): void => {
    // Going back leaves no second entry of the board, on which Back would seem to do nothing.
    if (history.state === OPENED_HERE) history.back();
    else setParams(isFocused && live !== '' ? { live } : {}, { replace: true });
  };
  return { focusId, liveIds, lastId, setFocus, setLive, leave };
}

type WatchedProps = {
  watching: Watching;
  /** Headsets of the board, in order. */
  shown: readonly string[];
  children: React.ReactNode;
};

/** Live views in place of the board: one large, or several side by side. */
function Watched({ watching, shown, children }: WatchedProps): React.JSX.Element {
  const { focusId, liveIds, setFocus, leave } = watching;
  return (
    <div className="class-page roomy fill">
      {focusId === null ? (
        <ViewSeveral ids={liveIds} onGo={setFocus} onBack={leave} />
      ) : (
        <ViewFocus ids={liveIds.length > 0 ? liveIds : shown} id={focusId} onGo={setFocus} onAll={leave}>
          {children}
        </ViewFocus>
      )}
      <CutOffBanner />
      <ClassQuestions />
    </div>
  );
}

/** Returns the action that the board of these headsets shows. */
function useShownRun(runs: readonly ClassRun[], members: readonly string[]): ClassRun | null {
  const dismissedId = useClassRuns((state) => state.dismissedId);
  // A lesson ends on its own; checking every minute is enough.
  const minute = useFleet(({ nowMs }) => Math.floor(nowMs / 60_000));
  return useMemo(
    () => shownRun(runs, { members: new Set(members), dismissedId, nowMs: minute * 60_000 }),
    [runs, members, dismissedId, minute],
  );
}

/**
 * Returns the headsets that need the teacher; while only they are shown, those at the time of the click, so that
 * tiles do not move under the finger.
 */
function useNeeds(members: readonly string[], { fleet, presence }: ClassPresence, run: ClassRun | null) {
  const [shown, setShown] = useState<readonly string[] | null>(null);
  const ids = useMemo(() => {
    const results = new Map((run?.results ?? []).map((result) => [result.id, result]));
    return members.filter((id) => {
      const [where, state] = [presence.get(id), fleet.stateById[id]?.state];
      if (where === undefined || state === undefined) return false;
      const result = results.get(id) ?? null;
      const isOver = run !== null && result !== null && isRecovered(run, result, where);
      return needsTeacher(where, state, isOver ? null : result);
    });
  }, [members, fleet, presence, run]);
  const known = useMemo(() => {
    if (shown === null) return null;
    const still = new Set(members);
    return shown.filter((id) => still.has(id));
  }, [shown, members]);
  const showAll = useCallback(() => setShown(null), []);
  return { ids, shown: known, toggle: () => setShown(shown === null ? ids : null), showAll };
}

/** Shown for a class without headsets: why, and what to do, depending on the role. */
function Empty({ isEverybody }: { isEverybody: boolean }): React.JSX.Element {
  const { t } = useTranslation('class');
  const isTechnician = useMay('technician');
  return (
    <div className="grid grow centred">
      <h2>{t(isEverybody ? 'empty.none' : 'empty.title')}</h2>
      <p className="lead dim prose">
        {t(!isEverybody ? 'empty.text' : isTechnician ? 'empty.enrol' : 'empty.askTechnician')}
      </p>
      {isEverybody && isTechnician && (
        <Link href="/enrol" className="big-btn">
          {t('empty.toEnrol')}
        </Link>
      )}
    </div>
  );
}

/**
 * Returns the app of the lesson: the chosen one, else the first that the lesson starts, else the one that most
 * headsets can start now.
 */
function useApp(
  apps: readonly ClassApp[],
  lesson: Lesson | null,
): [Pick<ClassApp, 'packageName' | 'name'> | null, (packageName: string) => void] {
  const [picked, setPicked] = useState<string | null>(null);
  const ofLesson = lesson?.steps
    .map(({ action }) => (action.do === 'start' ? action.packageName : null))
    .find((name) => name !== null);
  const best = apps.reduce<ClassApp | null>(
    (before, each) => (before !== null && before.startable >= each.startable ? before : each),
    null,
  );
  const packageName = picked ?? ofLesson ?? best?.packageName ?? null;
  const name = apps.find((each) => each.packageName === packageName)?.name;
  const app = useMemo(
    () => (packageName === null ? null : { packageName, name: name ?? wordsOf(packageName) }),
    [packageName, name],
  );
  return [app, setPicked];
}

/** Returns the apps that a lesson plan starts. */
function useLessonApps(lesson: Lesson | null): readonly string[] {
  return useMemo(
    () => lesson?.steps.flatMap(({ action }) => (action.do === 'start' ? [action.packageName] : [])) ?? [],
    [lesson],
  );
}
