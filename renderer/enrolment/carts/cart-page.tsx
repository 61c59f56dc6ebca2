import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { useAppNames } from '../../model/content/use-app-names.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { useSingleKeys } from '../../ui/parts/shortcuts.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { CartDone } from './cart-done.tsx';
import { cartProgress, isSettled, nameOf, type CartProgress, type Slot } from '../cart/cart-progress.ts';
import { CartMap } from './cart-map.tsx';
import { CodeCard } from '../desk/code-card.tsx';
import { CodeScreen } from '../desk/code-screen.tsx';
import { useCodeBook } from '../cart/code-book.ts';
import { DeskHeader } from './desk-header.tsx';
import { DeskHints } from '../desk/desk-hints.tsx';
import { deskPath, labelsPath } from '../cart/enrol-paths.ts';
import { FinishingPanel } from './finishing-panel.tsx';
import { readLabel } from '../cart/label-text.ts';
import { measurePace } from '../cart/pace.ts';
import { SlotPanel } from '../slots/slot-panel.tsx';
import { ProblemPanel } from '../slots/problem-panel.tsx';
import { enrolProblems, problemKeys, type EnrolProblem, type DismissedProblems } from '../slots/problems.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { stationReach } from '../../model/station/station-address.ts';
import { StationPanel } from './station-panel.tsx';
import { TallyRow } from '../slots/tally-row.tsx';
import { cartIdOf, type EnrolCart } from '../cart/use-cart-slots.ts';
import { useProvenSlots } from '../slots/use-proven-slots.ts';
import { nextStep, pathOfStep, useCartSteps } from './next-steps.tsx';
import { useCartTimes } from '../cart/use-cart-times.ts';
import { useCodeDesk, type CodeDesk } from '../desk/use-code-desk.ts';
import { useDeskKeys } from '../desk/use-desk-keys.ts';
import { useRetry } from '../slots/use-retry.ts';
import { nameOrNull, useAnnouncements } from '../desk/use-announcements.ts';
import type { Practice } from '../frame/use-practice.ts';
import { useWindowTitle } from '../frame/use-window-title.ts';

type Props = {
  cart: EnrolCart;
  slots: readonly Slot[];
  /** The slot to begin with, from a label; null for the first free one. */
  firstId: string | null;
  practice: Practice;
};

const NO_IDS: readonly string[] = [];

/** Enrolment of a cart: the code desk while slots are free, then the result. */
export function CartPage({ cart, slots: received, firstId, practice }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const slots = useProvenSlots(received);
  const [, navigate] = useLocation();
  // Progress and failures name apps.
  useAppNames();
  const nowMs = useFleet((fleet) => fleet.nowMs);
  const isClosed = useFleet((fleet) => fleet.enrolment?.isOpen === false);
  const areLettersOn = useSingleKeys((keys) => keys.isOn);
  const progress = useMemo(() => cartProgress(slots), [slots]);
  const desk = useCodeDesk(slots, firstId);
  const problems = useProblems(slots);
  // After the last headset its own slot stays chosen: that is not the next one.
  const announcements = useAnnouncements(
    slots,
    desk.shown?.headset.androidId === null ? nameOrNull(desk.shown) : null,
  );
  const [isFull, setIsFull] = useState(false);
  const pace = usePace(slots, progress);
  const times = useCartTimes(cart.id, progress);
  useWindowTitle(`${t('desk.ready', { ready: progress.ready, total: progress.total })} · ${cart.label}`);
  const { shown } = desk;
  // A finished cart stays finished while headsets apply something new: there is no code left to type.
  const isDone =
    isSettled(progress) || (progress.waiting.length === 0 && (times?.finishedAtMs ?? null) !== null);

  const ids = slots.map(({ headset }) => headset.id);
  const { reply: steps, reload } = useCartSteps(isDone ? ids : NO_IDS);
  useEffect(() => {
    if (isDone) void reload();
  }, [isDone, reload]);

  const showLabel = (text: string): void => {
    const id = readLabel(text)?.deviceId ?? null;
    const headset = id === null ? undefined : useFleet.getState().byId[id];
    if (headset === undefined) return announcements.announce(t('announce.scanUnknown'));
    if (cartIdOf(headset) === cart.id) desk.choose(headset.id);
    else navigate(deskPath(cartIdOf(headset), headset.id));
    announcements.announce(t('announce.scanned', { name: nameOf(headset) }));
  };

  useDeskKeys(
    {
      ...desk,
      tryAgain: () => {
        const first = problems.list.find((problem) => 'slots' in problem);
        if (first === undefined) desk.newCode();
        else if ('slots' in first) desk.choose(first.slots[0].headset.id);
      },
      print: () => navigate(labelsPath(cart.id, isDone ? 'stickers' : 'codes')),
      toggleFull: () => setIsFull((is) => !is),
      leaveFull: () => setIsFull(false),
      proceed: () => (isDone ? navigate(pathOfStep(nextStep(steps), cart.id, ids)) : desk.proceed()),
      label: showLabel,
    },
    areLettersOn,
  );

  return (
    <>
      <DeskHeader
        cart={cart}
        slots={slots}
        isSoundOn={announcements.isSoundOn}
        onToggleSound={announcements.toggleSound}
        practice={practice}
      />
      <TallyRow slots={slots} progress={progress} shownId={shown?.headset.id ?? null} pace={pace} />
      <div className="enrol-body fill">
        <div className="enrol-desk grid wide">
          <div className="stack wide enrol-work">
            {isDone ? (
              <CartDone
                cart={cart}
                slots={slots}
                progress={progress}
                times={times}
                pace={pace}
                practice={practice}
                steps={steps}
              />
            ) : (
              shown !== null && <Card desk={desk} shown={shown} nowMs={nowMs} isClosed={isClosed} />
            )}
            <CartMap
              slots={slots}
              shape={desk.shape}
              shownId={shown?.headset.id ?? null}
              skipped={desk.skipped}
              onChoose={desk.choose}
            />
          </div>
          <div className="stack wide enrol-aside">
            {shown !== null && (isDone || shown.headset.androidId !== null) && (
              <SlotPanel key={shown.headset.id} slot={shown} slots={slots} onFreed={desk.choose} />
            )}
            {!isDone && practice.refusal !== null && <RefusalNote refusal={practice.refusal} />}
            <CodesRefused />
            <Problems desk={desk} problems={isDone ? retryable(problems) : problems} />
            {progress.finishing.length > 0 && <FinishingPanel slots={progress.finishing} nowMs={nowMs} />}
            {!isDone && <Station isPractice={cart.isPractice} />}
            {!isDone && <DeskHints />}
          </div>
        </div>
      </div>
      <p className="sr" role="status" aria-live="polite">
        {isClosed ? t('announce.closed') : announcements.sentence}
      </p>
      {isFull && !isDone && shown !== null && (
        <CodeScreen
          slot={shown}
          code={desk.code}
          nowMs={nowMs}
          isClosed={isClosed}
          progress={t('desk.ready', { ready: progress.ready, total: progress.total })}
          onLeave={() => setIsFull(false)}
        />
      )}
    </>
  );
}

type CardProps = { desk: CodeDesk; shown: Slot; nowMs: number; isClosed: boolean };

function Card({ desk, shown, nowMs, isClosed }: CardProps): React.JSX.Element {
  return (
    <CodeCard
      slot={shown}
      code={desk.code}
      nowMs={nowMs}
      isClosed={isClosed}
      isOffline={desk.isOffline}
      isBusy={desk.isRequesting}
      nextName={nameOrNull(desk.next)}
      actions={desk}
    />
  );
}

/** Why the station gives no codes. Being offline is shown above every screen. */
function CodesRefused(): React.JSX.Element | null {
  const refusal = useCodeBook((book) => book.refusal);
  return refusal === null || refusal.refused === 'offline' ? null : <RefusalNote refusal={refusal} />;
}

type ProblemsState = { list: readonly EnrolProblem[]; dismiss: (problem: EnrolProblem) => void };

function useProblems(slots: readonly Slot[]): ProblemsState {
  const enrolment = useFleet((fleet) => fleet.enrolment);
  const nowMs = useFleet((fleet) => fleet.nowMs);
  const [later, setLater] = useState<DismissedProblems>(new Set());
  const list = enrolProblems(slots, enrolment, later, nowMs);
  const dismiss = (problem: EnrolProblem): void =>
    setLater((before) => new Set([...before, ...problemKeys(problem)]));
  return { list, dismiss };
}

/** Problems of a finished cart are in its list; beside it, what can be retried from here. */
function retryable({ list, dismiss: dismissed }: ProblemsState): ProblemsState {
  return { list: list.filter(({ kind }) => kind === 'profile' || kind === 'failed'), dismiss: dismissed };
}

function Problems({ desk, problems }: { desk: CodeDesk; problems: ProblemsState }): React.JSX.Element {
  const { shown } = desk;
  const again = useRetry();
  return (
    <>
      <ProblemPanel
        problems={problems.list}
        shownName={shown?.state.state === 'waiting' ? nameOf(shown.headset) : null}
        isBusy={desk.isRequesting || again.isBusy}
        actions={{
          onLater: problems.dismiss,
          onShow: desk.choose,
          onNewCode: desk.newCode,
          onIssueNewCodes: desk.issueNewCodes,
          onAssignProfile: again.assign,
          onLoadAgain: again.downloadAgain,
        }}
      />
      {again.refusal !== null && <RefusalNote refusal={again.refusal} />}
    </>
  );
}

function Station({ isPractice }: { isPractice: boolean }): React.JSX.Element | null {
  const addresses = useStation((station) => station.addresses);
  const fingerprint = useStation((station) => station.tlsFingerprint);
  if (addresses.length === 0) return null;
  return <StationPanel reach={stationReach(addresses)} fingerprint={fingerprint} isPractice={isPractice} />;
}

function usePace(slots: readonly Slot[], progress: CartProgress): ReturnType<typeof measurePace> {
  return useMemo(() => {
    const moments = slots.flatMap(({ headset }) =>
      headset.androidId === null || headset.enrolledAt === null ? [] : [Date.parse(headset.enrolledAt)],
    );
    return measurePace(moments, progress.waiting.length);
  }, [slots, progress]);
}
