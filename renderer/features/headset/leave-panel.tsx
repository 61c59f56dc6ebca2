import { Button, Modal, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import { unenrollDevice } from '../../../shared/contract/commands.ts';
import { deleteDevice } from '../../../shared/contract/devices.ts';
import { call, type Refusal } from '../../service/api.ts';
import { DialogFoot } from '../../ui/dialog-foot.tsx';
import type { HeadsetWords } from '../fleet/headset-words.ts';
import { RefusalNote } from '../shell/refusal-note.tsx';

type Way = 'unenrol' | 'delete';

/** The two ways out of the fleet, each with what it means. */
export function LeavePanel({ words }: { words: HeadsetWords }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const [way, setWay] = useState<Way | null>(null);
  const { headset } = words;
  const canUnenrol = headset.androidId !== null && !headset.isArchived && headset.unenrollingSince === null;
  return (
    <section className="panel">
      <header>
        <h2>{t('leave.title')}</h2>
      </header>
      <ul className="rows">
        {canUnenrol && (
          <li className="leave-way">
            <span className="small dim">{t('leave.unenrolShort')}</span>
            <Button size="compact-sm" variant="outline" color="danger" onClick={() => setWay('unenrol')}>
              {t('leave.unenrol')}
            </Button>
          </li>
        )}
        <li className="leave-way">
          <span className="small dim">{t('leave.deleteShort')}</span>
          <Button size="compact-sm" variant="outline" color="danger" onClick={() => setWay('delete')}>
            {t('leave.delete')}
          </Button>
        </li>
      </ul>
      {way !== null && <LeaveDialog words={words} way={way} onClose={() => setWay(null)} />}
    </section>
  );
}

type DialogProps = { words: HeadsetWords; way: Way; onClose: () => void };

/** Neither can be undone, so the name is typed. */
function LeaveDialog({ words, way, onClose }: DialogProps): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const { headset, name } = words;
  const isSure = typed.trim() === name;

  const leave = async (): Promise<void> => {
    setSending(true);
    const params = { deviceId: headset.id };
    const outcome =
      way === 'delete' ? await call(deleteDevice, { params }) : await call(unenrollDevice, { params });
    setSending(false);
    if ('refused' in outcome) return setRefusal(outcome);
    onClose();
    if (way === 'delete') navigate('/fleet');
  };

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(`headset:leave.${way}Title`, { name })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure) void leave();
        }}
      >
        <ul className="means">
          {(['one', 'two', 'three'] as const).map((line) => (
            <li key={line}>{t(`headset:leave.${way}Means.${line}`)}</li>
          ))}
          {way === 'unenrol' && !headset.isLinked && <li>{t('headset:leave.away')}</li>}
        </ul>
        <TextInput
          data-autofocus
          label={t('headset:leave.type', { name })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {refusal !== null && <RefusalNote refusal={refusal} />}
        <DialogFoot cancel={t('common:cancel')} onCancel={onClose}>
          <Button type="submit" variant="outline" color="danger" disabled={!isSure} loading={isSending}>
            {t(`headset:leave.${way}Action`, { name })}
          </Button>
        </DialogFoot>
      </form>
    </Modal>
  );
}
