import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

import { useFormat } from '../../copy/format.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { Segments } from '../../ui/controls/segments.tsx';
import type { Waiting } from './use-command.ts';
import { typed } from '../../ui/controls/field-props.ts';

/** How long a command can be queued, in seconds. The station accepts at most a day. */
const WAITS = [900, 3_600, 4 * 3_600, 8 * 3_600, 24 * 3_600] as const;

type Props = { waiting: Waiting; onChange: (waiting: Waiting) => void };

/** What happens if the headset is offline: the command is skipped, or queued until the chosen time. */
export function WaitChoice({ waiting, onChange }: Props): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  // By the minute, so that the list does not change under the pointer.
  const nowMs = useFleet((fleet) => Math.floor(fleet.nowMs / 60_000) * 60_000);
  return (
    <div className="wait-choice pad overlined row wrap spread">
      <span className="small dim">{t('wait.label')}</span>
      <Segments
        label={t('wait.label')}
        value={waiting !== null}
        options={[
          [false, t('wait.skip')],
          [true, t('wait.wait')],
        ]}
        onChange={(waits) => onChange(waits ? (waiting ?? 3_600) : null)}
      />
      {waiting !== null && (
        <NativeSelect
          aria-label={t('wait.until')}
          {...typed(String(waiting), (text) => onChange(Number(text)))}
          data={WAITS.map((seconds) => ({
            value: String(seconds),
            label: t('wait.untilWhen', {
              when: format.moment(nowMs + seconds * 1_000),
              duration: format.duration(seconds * 1_000),
            }),
          }))}
        />
      )}
    </div>
  );
}
