import { Button, Radio, TextInput } from '@mantine/core';
import { IconWifi } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import {
  type WirelessAnswer,
  type WirelessView,
  connectWireless,
  getWireless,
  pairWireless,
} from '../../../shared/contract/enrolment/adb/wireless.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { DialogFoot } from '../../ui/dialogs/dialog-foot.tsx';
import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import type { ErrorCode } from '../../../shared/contract/errors.ts';
import { call, type Outcome } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { typed } from '../../ui/controls/field-props.ts';

/** The choice of an address that is typed. */
const TYPED = 'typed';
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}:\d{1,5}$/;
const CODE_LENGTH = 6;

type Found = WirelessView['headsets'][number];

/** Pairs with a headset that shows a code: found on the network, or at a typed address. */
export function PairForm({ onClose }: { onClose: () => void }): React.JSX.Element {
  const { t } = useTranslation(['wireless', 'common']);
  const wireless = useWireless();
  const [chosen, setChosen] = useState<string | null>(null);
  const [ownAddress, setOwnAddress] = useState('');
  const [code, setCode] = useState('');
  const { view, answer, isBusy, refusal } = wireless;
  const headsets = view?.headsets ?? [];
  const selected = headsets.some(({ address }) => address === chosen) ? chosen : headsets[0]?.address;
  const isTyped = chosen === TYPED || selected === undefined;
  const address = isTyped ? ownAddress.trim() : selected;
  const missing =
    (!ADDRESS.test(address ?? '') && t('wireless:needAddress')) ||
    (code.length < CODE_LENGTH && t('wireless:needCode'));
  const pair = async (): Promise<void> => {
    await wireless.pair(address ?? '', code);
    // It works once.
    setCode('');
  };

  if (view !== null && !(view.adb.state === 'ready' && view.adb.canPair))
    return <CannotPair adb={view.adb} onClose={onClose} />;
  return (
    <div className="stack">
      <p className="small">{t('wireless:how')}</p>
      <Form className="stack wide" onSubmit={pair}>
        {headsets.length > 0 ? (
          <Radio.Group
            label={t('wireless:which')}
            value={isTyped ? TYPED : (selected ?? '')}
            onChange={setChosen}
          >
            <div className="stack">
              {headsets.map((headset) => (
                <Radio
                  key={headset.address}
                  value={headset.address}
                  label={
                    <>
                      {nameOf(headset)} <span className="small dim">{headset.address}</span>
                    </>
                  }
                />
              ))}
              <Radio value={TYPED} label={t('wireless:other')} />
            </div>
          </Radio.Group>
        ) : (
          view !== null && (
            <p className="small dim" role="status">
              {t(view.isBrowsing ? 'wireless:none' : 'wireless:off')}
            </p>
          )
        )}
        {isTyped && (
          <TextInput
            label={t('wireless:address')}
            description={t('wireless:addressText')}
            inputWrapperOrder={['label', 'input', 'description']}
            required
            autoComplete="off"
            {...typed(ownAddress, setOwnAddress)}
          />
        )}
        <TextInput
          data-autofocus
          label={t('wireless:code')}
          description={t('wireless:codeText')}
          inputWrapperOrder={['label', 'input', 'description']}
          required
          inputMode="numeric"
          autoComplete="off"
          {...typed(code, (text) => setCode(text.replaceAll(/\D/g, '').slice(0, CODE_LENGTH)))}
        />
        <DialogFoot cancel={t('common:close')} onCancel={onClose}>
          <Button type="submit" variant="filled" loading={isBusy} {...needs(missing)}>
            {t('wireless:pair')}
          </Button>
        </DialogFoot>
      </Form>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {answer !== null && <Answered answer={answer} />}
      {answer?.outcome === 'paired' && (
        <ConnectForm host={address?.split(':')[0] ?? ''} isBusy={isBusy} onConnect={wireless.connect} />
      )}
    </div>
  );
}

/** What a person knows a headset by. */
function nameOf({ slot, serial, name }: Found): string {
  const label = slot?.label;
  if (label === undefined || label === null) return serial ?? name;
  return serial === null ? label : `${label} (${serial})`;
}

function Answered({ answer }: { answer: WirelessAnswer }): React.JSX.Element {
  const { t } = useTranslation('wireless');
  const { outcome, slot, serial, words } = answer;
  const isDone = outcome === 'connected' || outcome === 'paired';
  return (
    <div className={isDone ? 'note' : 'note bad'} role={isDone ? 'status' : 'alert'}>
      <StateGlyph state={isDone ? 'ready' : 'failed'} />
      <div className="stack">
        <p>{t(`outcome.${outcome}`, { name: slot?.label ?? serial ?? t('unnamed') })}</p>
        {words !== null && (
          <p className="small">
            {t('toolWords')}: <code>{words}</code>
          </p>
        )}
      </div>
    </div>
  );
}

type ConnectProps = { host: string; isBusy: boolean; onConnect: (address: string) => Promise<void> };

/** Connects to a paired headset that is not found on the network. */
function ConnectForm({ host, isBusy, onConnect }: ConnectProps): React.JSX.Element {
  const { t } = useTranslation('wireless');
  const [address, setAddress] = useState(`${host}:`);
  return (
    <Form className="stack wide" onSubmit={() => onConnect(address.trim())}>
      <TextInput
        label={t('connectAddress')}
        description={t('connectText')}
        inputWrapperOrder={['label', 'input', 'description']}
        required
        autoComplete="off"
        {...typed(address, setAddress)}
      />
      <Button type="submit" loading={isBusy} {...needs(!ADDRESS.test(address.trim()) && t('needAddress'))}>
        {t('connect')}
      </Button>
    </Form>
  );
}

function CannotPair({ adb, onClose }: { adb: WirelessView['adb']; onClose: () => void }): React.JSX.Element {
  const { t } = useTranslation(['wireless', 'common']);
  return (
    <div className="stack">
      {adb.state === 'ready' ? (
        <div className="note warn" role="status">
          <IconWifi className="i s" aria-hidden />
          <div className="stack">
            <b>{t('wireless:cannotPair')}</b>
            <p>
              {adb.version === null
                ? t('wireless:cannotPairText')
                : t('wireless:cannotPairVersion', { version: adb.version })}
            </p>
          </div>
        </div>
      ) : (
        <div className="note warn" role="status">
          <IconWifi className="i s" aria-hidden />
          <p>{t('wireless:noAdb')}</p>
        </div>
      )}
      <DialogFoot cancel={t('common:close')} onCancel={onClose} />
    </div>
  );
}

const EVERY_MS = 2_000;

/** The headsets that show a code now, and the actions on them. */
function useWireless() {
  const query = useQuery<WirelessView>((signal) => call(getWireless, { signal }), EVERY_MS);
  const [answer, setAnswer] = useState<WirelessAnswer | null>(null);
  const { isBusy, refusal, run } = useAction();
  const take = async (sent: Promise<Outcome<WirelessAnswer, ErrorCode>>): Promise<void> => {
    setAnswer(null);
    const reply = await run(sent);
    if (reply !== null) setAnswer(reply);
  };
  return {
    view: query.reply,
    answer,
    isBusy,
    refusal: refusal ?? query.refusal,
    pair: (address: string, code: string) => take(call(pairWireless, { body: { address, code } })),
    connect: (address: string) => take(call(connectWireless, { body: { address } })),
  };
}
