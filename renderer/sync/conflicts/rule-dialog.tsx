import { Button, NativeSelect, Radio } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import type { SyncConflict } from '../../../shared/contract/sync/sync-conflicts.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { effectiveSide, lossOf, partOf, type Side } from '../status/conflict-subject.ts';
import { useConflictLabels } from '../status/conflict-labels.ts';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import type { Decisions } from './use-decisions.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = {
  conflicts: readonly SyncConflict[];
  /** True if only search results are to be decided. */
  isFound: boolean;
  decisions: Decisions;
  onClose: () => void;
};

/** Decides many conflicts at once: all, or those of one headset or part. Shows first what changes and what is lost. */
export function RuleDialog({ conflicts, isFound, decisions, onClose }: Props): React.JSX.Element {
  const { t } = useTranslation(['sync', 'common']);
  const [scope, setScope] = useState('all');
  const [take, setTake] = useState<Side>('here');
  const scopes = useScopes(conflicts, isFound);
  const chosen = scopes.find(({ value }) => value === scope)?.conflicts ?? [];
  return (
    <Dialog onClose={onClose} title={t('sync:rule.title')}>
      <div className="form">
        <NativeSelect
          data-autofocus
          label={t('sync:rule.which')}
          {...typed(scope, setScope)}
          data={scopes.map(({ value, label }) => ({ value, label }))}
        />
        <Radio.Group
          label={t('sync:rule.take')}
          value={take}
          onChange={(value) => setTake(value === 'there' ? 'there' : 'here')}
        >
          <div className="stack">
            <Radio value="here" label={t('sync:rule.here')} />
            <Radio value="there" label={t('sync:rule.there')} />
          </div>
        </Radio.Group>
        <Consequences conflicts={chosen} take={take} />
        <DialogFoot onCancel={onClose}>
          <Button
            loading={decisions.isBusy}
            {...blockedBy(chosen.length === 0 && t('common:why.noneChosen'))}
            onClick={() => void decisions.decideAll(chosen, take).then(onClose)}
          >
            {t('sync:rule.action', { count: chosen.length })}
          </Button>
        </DialogFoot>
      </div>
    </Dialog>
  );
}

type ConsequencesProps = { conflicts: readonly SyncConflict[]; take: Side };

function Consequences({ conflicts, take }: ConsequencesProps): React.JSX.Element {
  const { t } = useTranslation('sync');
  const turned = conflicts.filter((each) => effectiveSide(each) !== take);
  const losses = conflicts.flatMap((each) => lossOf(each, take) ?? []);
  const entries = losses.filter((loss) => loss === 'entry' || loss === 'metadata').length;
  const enrolments = losses.length - entries;
  return (
    <div className={`note ${losses.length > 0 ? 'warn' : ''}`} role="status">
      <StateGlyph state={losses.length > 0 ? 'attention' : 'ready'} />
      <div>
        {turned.length < conflicts.length && (
          <div>{t('rule.stays', { count: conflicts.length - turned.length })}</div>
        )}
        {turned.length > 0 && <div>{t(`rule.turned.${take}`, { count: turned.length })}</div>}
        {entries > 0 && <div>{t('rule.lost', { count: entries })}</div>}
        {enrolments > 0 && <div>{t(`rule.enrolments.${take}`, { count: enrolments })}</div>}
      </div>
    </div>
  );
}

type Scope = { readonly value: string; readonly label: string; readonly conflicts: readonly SyncConflict[] };

/** Returns all, then each part, then each headset, with their numbers. Groups of one are omitted. */
function useScopes(conflicts: readonly SyncConflict[], isFound: boolean): readonly Scope[] {
  const { t } = useTranslation(['sync', 'common']);
  const labels = useConflictLabels();
  return useMemo(() => {
    const of = (prefix: string, keyOf: (conflict: SyncConflict) => string, nameOf: typeof keyOf): Scope[] =>
      [...Map.groupBy(conflicts, keyOf)].flatMap(([key, members]) => {
        const [first] = members;
        if (first === undefined || members.length < 2) return [];
        const label = t('sync:rule.scope', { what: nameOf(first), count: members.length });
        return [{ value: `${prefix}:${key}`, label, conflicts: members }];
      });
    return [
      {
        value: 'all',
        label: t(isFound ? 'sync:rule.found' : 'sync:rule.all', { count: conflicts.length }),
        conflicts,
      },
      ...of('part', partOf, labels.part),
      ...of(
        'device',
        (each) => each.deviceId ?? '',
        (each) => each.label ?? t('common:unnamed'),
      ),
    ];
  }, [conflicts, isFound, t, labels]);
}
