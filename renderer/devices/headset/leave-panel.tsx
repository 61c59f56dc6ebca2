import { Button, Skeleton, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'wouter';

import { Form } from '../../ui/parts/form.tsx';
import { unenrollDevice } from '../../../shared/contract/commands/commands.ts';
import { deleteDevice, type Device } from '../../../shared/contract/devices/devices.ts';
import { call } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import type { HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { pathOfHeadset } from '../../model/fleet/headset-path.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { FormFoot } from '../../model/notes/form-foot.tsx';
import { notify } from '../../ui/dialogs/toasts.tsx';
import { useLeaveMeaning, type LeaveAction } from './leave-meaning.ts';
import { typed } from '../../ui/controls/field-props.ts';

type Props = { labels: HeadsetLabels; device: Device };

/** The two ways to remove a headset, each with its consequences. */
export function LeavePanel({ labels, device }: Props): React.JSX.Element {
  const { t } = useTranslation('headset');
  const [action, setAction] = useState<LeaveAction | null>(null);
  const { headset } = labels;
  const canUnenrol = headset.androidId !== null && !headset.isArchived && headset.unenrollingSince === null;
  return (
    <Panel title={t('leave.title')}>
      <ul className="rows">
        {canUnenrol && (
          <li className="leave-way row roomy spread">
            <span className="small dim">{t('leave.unenrolShort')}</span>
            <Button size="compact-sm" variant="outline" color="danger" onClick={() => setAction('unenrol')}>
              {t('leave.unenrol')}
            </Button>
          </li>
        )}
        <li className="leave-way row roomy spread">
          <span className="small dim">{t('leave.deleteShort')}</span>
          <Button size="compact-sm" variant="outline" color="danger" onClick={() => setAction('delete')}>
            {t('leave.delete')}
          </Button>
        </li>
      </ul>
      {action !== null && (
        <LeaveDialog labels={labels} device={device} action={action} onClose={() => setAction(null)} />
      )}
    </Panel>
  );
}

type DialogProps = Props & { action: LeaveAction; onClose: () => void };

/** Longer names need not be typed in full. */
const MAX_TYPED = 32;

/** Returns what to type for confirmation: the name, or its beginning. */
function wordOf(name: string): string {
  if (name.length <= MAX_TYPED) return name.trim();
  const begins = name.slice(0, MAX_TYPED);
  return begins.slice(0, begins.includes(' ') ? begins.lastIndexOf(' ') : undefined).trim();
}

/**
 * A deletion cannot be undone, and a command to un-enrol only until the headset has it, so the name has to be typed.
 */
function LeaveDialog({ labels, device, action, onClose }: DialogProps): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const [answer, setAnswer] = useState('');
  const { isSending, refusal, leave } = useLeave(labels, action, onClose);
  const { name } = labels;
  const word = wordOf(name);
  const lines = useLeaveMeaning(labels, device, action);
  // The consequences are shown before the button is enabled.
  const isSure = lines !== null && answer.trim() === word;
  return (
    <Dialog onClose={onClose} title={t(`headset:leave.${action}Title`, { name })}>
      <Form
        className="form"
        onSubmit={() => {
          if (isSure) void leave();
        }}
      >
        {lines === null ? <Skeleton height={120} /> : <Meaning lines={lines} />}
        <TextInput
          data-autofocus
          label={t('headset:leave.type', { name: word })}
          {...typed(answer, setAnswer)}
          autoComplete="off"
        />
        <FormFoot
          action={t(`headset:leave.${action}Action`, { name: word })}
          variant="outline"
          color="danger"
          isBusy={isSending}
          missing={!isSure && t('common:need.word', { word })}
          refusal={refusal}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  );
}

function Meaning({ lines }: { lines: readonly string[] }): React.JSX.Element {
  return (
    <ul className="bullets grid snug">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Removes the headset. A deleted one has no page any more, so Fleet is shown, with a link to its history. */
function useLeave({ headset, name }: HeadsetLabels, action: LeaveAction, onClose: () => void) {
  const { t } = useTranslation(['headset', 'common']);
  const [, navigate] = useLocation();
  const { isBusy: isSending, refusal, run } = useAction();
  const leave = async (): Promise<void> => {
    const params = { deviceId: headset.id };
    const reply = await run<object>(
      action === 'delete' ? call(deleteDevice, { params }) : call(unenrollDevice, { params }),
    );
    if (reply === null) return;
    onClose();
    if (action === 'unenrol') return;
    navigate('/fleet');
    notify(
      <>
        {t('headset:leave.deleted', { name })}{' '}
        <Link href={pathOfHeadset(headset.id)} className="plain-link">
          {t('headset:leave.itsHistory')}
        </Link>
      </>,
    );
  };
  return { isSending, refusal, leave };
}
