import { Button, Select } from '@mantine/core';
import { IconArrowRight, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { useWhen } from '../status/status-labels.ts';
import type { Side } from '../status/conflict-subject.ts';
import { Fact } from '../../ui/page/fact.tsx';
import type { SideRefs } from './side-buttons.tsx';

type Enrolment = NonNullable<SyncConflict['enrolment']>;

type Props = {
  conflict: SyncConflict;
  enrolment: Enrolment;
  isBusy: boolean;
  onTake: (take: Side, slotId?: string) => void;
  refs?: SideRefs | undefined;
};

/**
 * `claimed`: two headsets in one slot; `twice`: one headset in two slots; `gone`: the slot was deleted; `unclear`: the
 * headset left here, and the answer of the central was lost.
 */
type Case = 'claimed' | 'twice' | 'gone' | 'unclear';

/** Two headsets in one slot: since when each side has its headset, and which of them to keep. */
export function EnrolmentCard({ conflict, enrolment, isBusy, onTake, refs }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const [keeps, setKeeps] = useState<Side>('here');
  const { freeSlots, there } = enrolment;
  const [chosen, setChosen] = useState<string | null>(freeSlots[0]?.id ?? null);
  const kind = caseOf(conflict, enrolment);
  // With one headset in two slots, no headset needs another one.
  const offers = kind === 'claimed' && freeSlots.length > 0;
  const free = offers ? freeSlots.find(({ id }) => id === chosen) : undefined;
  const slot = conflict.label ?? t('common:unnamed');
  const names = { slot, other: there?.slotLabel ?? t('common:unnamed'), free: free?.label ?? '' };
  const effect = (side: Side): string =>
    kind === 'claimed'
      ? t(`sync:claim.effect.${side}.${free === undefined ? 'leaves' : 'moves'}`, names)
      : t(`sync:claim.effectOf.${kind}.${side}`, names);
  return (
    <div className="in stack roomy">
      <div className="breaks">
        <h3 className="lead">{t(`sync:claim.title.${kind}`, names)}</h3>
        <p className="dim">
          {t(`sync:claim.lead.${kind}`, names)} {t(`sync:claim.untilDecided.${kind}`)}
        </p>
      </div>
      <div className="cells" role="radiogroup" aria-label={t(`sync:claim.title.${kind}`, names)}>
        {(['here', 'there'] as const).map((side) => (
          <section
            key={side}
            className={keeps === side ? 'claim card stack roomy on' : 'claim card stack roomy'}
          >
            <button
              type="button"
              role="radio"
              className="row wrap"
              ref={refs?.[side]}
              aria-checked={keeps === side}
              onClick={() => setKeeps(side)}
            >
              <span className="mark" aria-hidden="true" />
              <span className="grow breaks">
                <b>{(side === 'here' ? enrolment.hereModel : there?.model) ?? t('sync:claim.headset')}</b>
                <span className="mono faint block">{textOf(conflict[side]) ?? t('sync:claim.nobody')}</span>
              </span>
              <span className={side === 'here' ? 'pill on' : 'pill'}>
                {t(`sync:claim.side.${isOfStation(side, there) ? 'other' : side}`)}
              </span>
            </button>
            <Facts conflict={conflict} side={side} />
            <p className="claim-does overlined small">{effect(side)}</p>
          </section>
        ))}
      </div>
      {offers && (
        <div className="card row wrap">
          <IconArrowRight className="i s" aria-hidden="true" />
          <span className="grow breaks">
            <b>{t('sync:claim.free.title')}</b>
            <span className="small dim block">{t(`sync:claim.free.note.${keeps}`)}</span>
          </span>
          <Select
            aria-label={t('sync:claim.free.title')}
            data={freeSlots.map(({ id, label }) => ({ value: id, label: label ?? t('common:unnamed') }))}
            value={chosen}
            placeholder={t('sync:claim.free.none')}
            clearable
            onChange={setChosen}
          />
        </div>
      )}
      {kind !== 'twice' && <Before base={textOf(conflict.base)} slot={slot} />}
      <div className="row wrap">
        <Button loading={isBusy} onClick={() => onTake(keeps, free?.id)}>
          {t(`sync:claim.keep.${kind}.${keeps}`, names)}
        </Button>
        <span className="end faint small">{t('sync:claim.note')}</span>
      </div>
    </div>
  );
}

/** What the central had in the slot at the last sync; `base` is null if it was free. */
function Before({ base, slot }: { base: string | null; slot: string }): React.JSX.Element {
  const { t } = useTranslation('sync');
  return (
    <div className="row small faint">
      <IconHistory className="i s" aria-hidden="true" />
      <span>
        {base === null ? t('claim.before.free', { slot }) : t('claim.before.taken', { slot, headset: base })}
      </span>
    </div>
  );
}

/** The known facts about the headset of a side; unknown ones have no row. */
function Facts({ conflict, side }: { conflict: SyncConflict; side: Side }): React.JSX.Element | null {
  const { t } = useTranslation('sync');
  const facts = useFacts(conflict)[side];
  const known = FACTS.filter((fact) => (facts[fact] ?? null) !== null);
  if (known.length === 0) return null;
  return (
    <dl className="claim-facts facts left">
      {known.map((fact) => (
        <Fact key={fact} name={t(`claim.fact.${fact}`)}>
          {facts[fact]}
        </Fact>
      ))}
    </dl>
  );
}

const FACTS = ['station', 'enrolled', 'by', 'lastSeen', 'profile', 'label', 'history'] as const;
type FactTexts = Partial<Readonly<Record<(typeof FACTS)[number], string | null>>>;

function useFacts({ enrolment, label }: SyncConflict): Readonly<Record<Side, FactTexts>> {
  const { t } = useTranslation('sync');
  const when = useWhen();
  const at = (instant: string | null): string | null => (instant === null ? null : when(Date.parse(instant)));
  if (enrolment === null) return { here: {}, there: {} };
  const { there, hereStation, hereSince, hereBy, hereHeartbeatAt, hereProfile, hereEvents } = enrolment;
  return {
    here: {
      station: hereStation,
      enrolled: at(hereSince),
      by: hereBy,
      lastSeen: at(hereHeartbeatAt),
      profile: hereProfile,
      label,
      history: t('claim.events', { count: hereEvents }),
    },
    there:
      there === null
        ? {}
        : {
            station: there.station,
            enrolled: at(there.enrolledAt),
            by: there.by,
            lastSeen: at(there.lastHeartbeatAt),
            profile: there.profile,
            label: there.slotLabel,
          },
  };
}

/** True if the central says which station has the headset. */
function isOfStation(side: Side, there: Enrolment['there']): boolean {
  return side === 'there' && there !== null && there.station !== null;
}

function caseOf({ deviceId, here, there }: SyncConflict, { isSlotGone }: Enrolment): Case {
  if (isSlotGone) return 'gone';
  if (deviceId !== null && here === undefined) return 'unclear';
  return here !== undefined && here === there ? 'twice' : 'claimed';
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
