import { Button, Select } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { useWhen } from '../overview/standing-words.ts';
import type { Side } from './conflict-place.ts';
import type { TakeRefs } from './take-buttons.tsx';

type Enrolment = NonNullable<SyncConflict['enrolment']>;

type Props = {
  conflict: SyncConflict;
  enrolment: Enrolment;
  isBusy: boolean;
  onTake: (take: Side, slotId?: string) => void;
  refs?: TakeRefs | undefined;
};

/** What two headsets, or two slots, have to do with each other. */
type Case = 'claimed' | 'twice' | 'gone';

/** Two headsets in one slot: who holds it since when on each side, and which of them keeps it. */
export function EnrolmentCard({ conflict, enrolment, isBusy, onTake, refs }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const [keeps, setKeeps] = useState<Side>('here');
  const { freeSlots, there } = enrolment;
  const [chosen, setChosen] = useState<string | null>(freeSlots[0]?.id ?? null);
  const kind = caseOf(conflict, enrolment);
  // Where one headset is in two slots, nobody gives way to anybody.
  const offers = kind === 'claimed' && freeSlots.length > 0;
  const free = offers ? freeSlots.find(({ id }) => id === chosen) : undefined;
  const slot = conflict.label ?? t('common:unnamed');
  const names = { slot, other: there?.slotLabel ?? t('common:unnamed'), free: free?.label ?? '' };
  const effect = (side: Side): string =>
    kind === 'claimed'
      ? t(`sync:claim.effect.${side}.${free === undefined ? 'leaves' : 'moves'}`, names)
      : t(`sync:claim.effectOf.${kind}.${side}`, names);
  return (
    <div className="conflict-card">
      <div className="conflict-about">
        <h3>{t(`sync:claim.title.${kind}`, names)}</h3>
        <p className="dim">{t(`sync:claim.lead.${kind}`, names)}</p>
      </div>
      <div className="claims" role="radiogroup" aria-label={t(`sync:claim.title.${kind}`, names)}>
        {(['here', 'there'] as const).map((side) => (
          <section key={side} className={keeps === side ? 'claim on' : 'claim'}>
            <button
              type="button"
              role="radio"
              className="claim-head"
              ref={refs?.[side]}
              aria-checked={keeps === side}
              onClick={() => setKeeps(side)}
            >
              <span className="claim-dot" aria-hidden="true" />
              <span className="claim-name">
                <b>{(side === 'here' ? enrolment.hereModel : there?.model) ?? t('sync:claim.headset')}</b>
                <span className="mono faint">{textOf(conflict[side]) ?? t('sync:claim.nobody')}</span>
              </span>
              <span className="claim-side">{t(`sync:claim.side.${side}`)}</span>
            </button>
            <Facts enrolment={enrolment} side={side} />
            <p className="claim-does small">{effect(side)}</p>
          </section>
        ))}
      </div>
      {offers && (
        <div className="claim-free">
          <IconArrowRight className="i s" aria-hidden="true" />
          <span className="claim-name">
            <b>{t('sync:claim.free.title')}</b>
            <span className="small dim">{t(`sync:claim.free.note.${keeps}`)}</span>
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
      <div className="conflict-foot">
        <Button disabled={isBusy} onClick={() => onTake(keeps, free?.id)}>
          {t(`sync:claim.keep.${kind}.${keeps}`, names)}
        </Button>
        <span className="end faint small">{t('sync:claim.note')}</span>
      </div>
    </div>
  );
}

function Facts({ enrolment, side }: { enrolment: Enrolment; side: Side }): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const when = useWhen();
  const { there, hereSince, hereHeartbeatAt } = enrolment;
  const [since, seen] =
    side === 'here' ? [hereSince, hereHeartbeatAt] : [there?.enrolledAt, there?.lastHeartbeatAt];
  const say = (at: string | null | undefined): string =>
    at === null || at === undefined ? t('common:notKnown') : when(Date.parse(at));
  return (
    <dl className="claim-facts">
      <dt>{t('sync:claim.enrolled')}</dt>
      <dd>{say(since)}</dd>
      <dt>{t('sync:claim.lastSeen')}</dt>
      <dd>{say(seen)}</dd>
    </dl>
  );
}

function caseOf({ here, there }: SyncConflict, { isSlotGone }: Enrolment): Case {
  if (isSlotGone) return 'gone';
  return here !== undefined && here === there ? 'twice' : 'claimed';
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
