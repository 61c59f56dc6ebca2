import type { TFunction } from 'i18next';

import type { CableHeadset, CableView } from '../../../shared/contract/enrolment/cable.ts';
import { headsetsOf, needsAttention, portsOf } from './cable-state.ts';

/** Returns the name on the board: the slot if it has one, else the port. */
type Named = { readonly name: string; readonly headset: CableHeadset };

/** Maximum number of sentences under the title. */
const MAX_SENTENCES = 2;

type Input = {
  readonly view: CableView | null;
  readonly hasRecipe: boolean;
  readonly t: TFunction<'cable'>;
  /** "A-10, A-11 and A-12". */
  readonly list: (names: readonly string[]) => string;
};

/** The next manual action: its title, and the details below it. */
export function headline({ view, hasRecipe, t, list }: Input): {
  readonly title: string;
  readonly sub: string;
} {
  const headsets = view === null ? [] : headsetsOf(view);
  const waiting = view === null ? [] : namedOf(view, t).filter(({ headset }) => needsAttention(headset));
  if (waiting.length > 0) {
    const sentences = sentencesOf(waiting, t, list);
    return {
      title: t('attention', { count: waiting.length }),
      sub: sentences.slice(0, MAX_SENTENCES).map(asSentence).join(' '),
    };
  }
  const working = headsets.filter(({ state }) => ['running', 'queued', 'enrolled'].includes(state));
  if (working.length > 0) return { title: t('working', { count: working.length }), sub: t('workingSub') };
  const plugged = view === null ? [] : portsOf(view).map(({ headset }) => headset);
  const ready = plugged.filter(({ state }) => state === 'ready');
  if (ready.length > 0) return { title: t('allReady', { count: ready.length }), sub: t('allReadySub') };
  const free = plugged.filter(({ state }) => state === 'free');
  if (free.length > 0)
    return {
      title: t('plugged', { count: free.length }),
      sub: t(hasRecipe ? 'pluggedSub' : 'pluggedNoRecipe'),
    };
  return { title: t('nothing'), sub: t('nothingSub') };
}

function namedOf(view: CableView, t: TFunction<'cable'>): Named[] {
  const ports = portsOf(view).map(({ number, headset }) => ({
    name: headset.slot?.label ?? t('port', { number }),
    headset,
  }));
  const away = view.away.map((headset) => ({ name: headset.slot?.label ?? headset.serial, headset }));
  return [...ports, ...away];
}

/** Actions that only a person can do come first; headsets with the same action share a sentence. */
function sentencesOf(
  waiting: readonly Named[],
  t: TFunction<'cable'>,
  list: Input['list'],
): readonly string[] {
  const [toPutOn, others] = [waiting.filter(isToPutOn), waiting.filter((named) => !isToPutOn(named))];
  const groups = [...Map.groupBy(others, ({ headset }) => nextAction(headset, t))];
  const namesOf = (named: readonly Named[]): string => list(named.map(({ name }) => name));
  return [
    ...(toPutOn.length > 0 ? [t('putOn', { names: namesOf(toPutOn) })] : []),
    ...groups.map(([what, named]) => t('doThis', { names: namesOf(named), what })),
  ];
}

function isToPutOn({ headset }: Named): boolean {
  return headset.state === 'unauthorized';
}

function nextAction({ state, steps }: CableHeadset, t: TFunction<'cable'>): string {
  if (state !== 'failed') return t(`next.${state === 'running' ? 'queued' : state}`);
  const { failure = null, advice = null, words } = steps.find((step) => step.state === 'failed') ?? {};
  if (advice !== null && failure !== 'MANAGED_ELSEWHERE') return t(`advice.${advice}`);
  return failure === null ? t('retry') : t(`failure.${failure}`, { words: words ?? '' });
}

function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}
