import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { blockedBy } from '../../ui/why/why.ts';
import {
  getStreamStatus,
  setStreamQuality,
  streamStatusSchema,
  type QualityProfile,
  QUALITY_PROFILES,
} from '../../../shared/contract/commands/stream.ts';
import { MAX_HIGH_FIDELITY } from '../../../shared/domain/commands/stream-quality.ts';
import { useFormat } from '../../copy/format.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { call } from '../../service/api.ts';
import { followStream } from '../../service/follow-stream.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { ReadingState } from '../../model/notes/reading-state.tsx';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { CommandResultLine } from './command-result.tsx';
import { useCommand } from './use-command.ts';

type Status = ReturnType<typeof streamStatusSchema.parse>;

/** Whether a headset streams its view, in what quality, and why it is lower than requested. */
export function StreamPanel({ id, isLinked }: { id: string; isLinked: boolean }): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const query = useStreamStatus(id);
  const { sent, isBusy, send } = useCommand(id);
  const status = query.reply;
  const isStreaming = status?.isStreaming === true;
  return (
    <section className="panel">
      <header>
        <h2>{t('stream.title')}</h2>
        {status !== null && (
          <span className={`status end s-${isStreaming ? 'inUse' : 'offline'}`}>
            <StateGlyph state={isStreaming ? 'inUse' : 'offline'} />
            {t(isStreaming ? 'stream.on' : 'stream.off')}
          </span>
        )}
      </header>
      <ReadingState query={query} lines={2} />
      {status !== null && (
        <div className="stack in stream">
          <Quality id={id} status={status} isLinked={isLinked} />
          <Negotiated status={status} />
          <div>
            <SmallButton
              loading={isBusy}
              {...blockedBy(!isLinked && t('common:why.notConnected'))}
              onClick={() => void send({ event: isStreaming ? 'stop-stream' : 'start-stream' }, null)}
            >
              {t(isStreaming ? 'stream.stop' : 'stream.start')}
            </SmallButton>
          </div>
          {!isLinked && <p className="small faint">{t('stream.away')}</p>}
          <p className="small faint">{t('stream.noPicture')}</p>
        </div>
      )}
      <CommandResultLine sent={sent} />
    </section>
  );
}

/** Loads the status once and then follows its stream. */
function useStreamStatus(id: string) {
  const query = useQuery<Status>((signal) => call(getStreamStatus, { params: { deviceId: id }, signal }));
  const { put, reload } = query;
  useEffect(
    () =>
      followStream({
        path: address(getStreamStatus.path, { deviceId: id }),
        onOpen: (settle) => settle(),
        onEvent: ({ name, data }) => {
          if (name === 'resync') void reload();
          const status = name === 'status' ? streamStatusSchema.safeParse(data) : null;
          if (status?.success === true) put(status.data);
        },
      }).close,
    [id, put, reload],
  );
  return query;
}

type QualityProps = { id: string; status: Status; isLinked: boolean };

/** Requests a quality; the pressed button is the requested one, not the granted one. */
function Quality({ id, status, isLinked }: QualityProps): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const [confirming, setConfirming] = useState<QualityProfile | null>(null);
  const { refusal, run } = useAction();
  const wanted = confirming ?? status.requestedProfile;
  const requestQuality = async (qualityProfile: QualityProfile): Promise<void> => {
    setConfirming(qualityProfile);
    await run(call(setStreamQuality, { params: { deviceId: id }, body: { qualityProfile } }));
    setConfirming(null);
  };
  return (
    <>
      <div className="row spread">
        <div className="seg" role="group" aria-label={t('stream.quality')}>
          {QUALITY_PROFILES.map((profile) => (
            <button
              key={profile}
              type="button"
              aria-pressed={wanted === profile}
              {...blockedBy(
                !isLinked ? t('common:why.notConnected') : confirming !== null && t('common:why.running'),
              )}
              onClick={() => void requestQuality(profile)}
            >
              {t(`profile.${profile}`)}
            </button>
          ))}
        </div>
        <span className="small faint">
          {status.transport === null ? '' : t(`transport.${status.transport}`)}
        </span>
      </div>
      <span role="status" className="small dim">
        {confirming !== null && t('stream.requesting', { profile: t(`profile.${confirming}`) })}
      </span>
      {refusal !== null && <RefusalNote refusal={refusal} />}
    </>
  );
}

/** The agreed parameters, and why they are lower than requested. */
function Negotiated({ status }: { status: Status }): React.JSX.Element {
  const { t } = useTranslation('headset');
  const format = useFormat();
  const { requestedProfile, appliedProfile, hardwareTier, fallbackReason } = status;
  const { width, height, fps, bitrateKbps } = status;
  const hasNumbers = width !== null && height !== null && fps !== null && bitrateKbps !== null;
  return (
    <>
      {appliedProfile === null ? (
        <p className="small dim">{t('stream.never')}</p>
      ) : (
        <p className="small dim negotiated">
          <b>{t('stream.shown', { profile: t(`profile.${appliedProfile}`) })}</b>{' '}
          {requestedProfile !== null &&
            requestedProfile !== appliedProfile &&
            t('stream.requested', { profile: t(`profile.${requestedProfile}`) })}{' '}
          {fallbackReason !== null && (
            <>
              {t(`fallback.${fallbackReason}`, { count: MAX_HIGH_FIDELITY })}{' '}
              <span className="mono faint">{fallbackReason}</span>
            </>
          )}
        </p>
      )}
      <p className="small faint">
        {hasNumbers &&
          t('stream.numbers', {
            width,
            height,
            fps: format.number(fps),
            mbits: format.number(bitrateKbps / 1_000),
          })}{' '}
        {t('stream.tier', { tier: t(`tier.${hardwareTier}`) })}
      </p>
    </>
  );
}
