import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import type { Device } from '../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../shared/contract/devices/events.ts';
import { MAC_SOURCES, resolveMac, type ResolvedMac } from '../../../shared/contract/network/resolve-mac.ts';
import { isLocallyAdministered } from '../../../shared/domain/network/mac-address.ts';
import { useFormat } from '../../copy/format.ts';
import { call } from '../../service/api.ts';
import { useMay } from '../../service/session.ts';
import { useAction } from '../../service/use-action.ts';
import { useQuery } from '../../service/use-query.ts';
import type { HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { Fact } from '../../ui/page/fact.tsx';
import { useAgain } from '../record/use-record.ts';

type Props = { labels: HeadsetLabels; device: Device; updates: number };

/** Identity of a headset on the network and on its cart, with the source of its MAC address. */
export function MacFacts({ labels, device, updates }: Props): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const format = useFormat();
  const [found, setFound] = useState<ResolvedMac | null>(null);
  const { isBusy, refusal, run } = useAction();
  const isTechnician = useMay('technician');
  const origin = useOrigin(device, updates);
  const { headset } = labels;
  const { macAddress, enrolledAt } = device;
  const unknown = <span className="faint">{t('common:notKnown')}</span>;

  const resolve = async (): Promise<void> => {
    const reply = await run(call(resolveMac, { params: { deviceId: device.id } }));
    if (reply !== null) setFound(reply);
  };

  return (
    <>
      <dl className="facts">
        <Fact name={t('headset:ids.slot')}>
          {headset.cart === null
            ? t('headset:noCart')
            : headset.place === null
              ? headset.cart.label
              : t('headset:ids.slotOf', { shelf: headset.shelf ?? 1, place: headset.place })}
        </Fact>
        <Fact name={t('headset:ids.mac')} className="mono">
          {found?.macAddress ?? macAddress ?? unknown}
        </Fact>
        {(macAddress !== null || found !== null) && (
          <Fact name={t('headset:ids.from')} className="small dim">
            {found === null
              ? origin === null
                ? t('headset:ids.reported')
                : t('headset:ids.foundBy', {
                    source: t(`headset:macSource.${origin.source}`),
                    when: format.moment(origin.atMs),
                  })
              : t('headset:ids.foundAt', { source: t(`headset:macSource.${found.source}`), ip: found.ip })}
            {isLocallyAdministered(found?.macAddress ?? macAddress ?? '') && (
              <div className="s-attention">{t('headset:ids.randomised')}</div>
            )}
          </Fact>
        )}
        <Fact name={t('headset:ids.android')} className="mono">
          {headset.androidId ?? unknown}
        </Fact>
        <Fact name={t('headset:ids.enrolled')}>
          {enrolledAt === null ? t('headset:ids.notEnrolled') : format.moment(Date.parse(enrolledAt))}
        </Fact>
      </dl>
      {refusal !== null && <RefusalNote refusal={refusal} />}
      {isTechnician && headset.androidId !== null && (
        <SmallButton mt={10} loading={isBusy} onClick={() => void resolve()}>
          {t('headset:ids.find')}
        </SmallButton>
      )}
    </>
  );
}

type Origin = { readonly source: (typeof MAC_SOURCES)[number]; readonly atMs: number };

/** Returns where the station found the MAC address of the record; null if the headset reported it. */
function useOrigin({ id, macAddress }: Device, updates: number): Origin | null {
  const query = useAgain(
    useQuery((signal) =>
      call(listEvents, { params: { deviceId: id }, query: { type: 'MAC_RESOLVED', limit: '1' }, signal }),
    ),
    updates,
  );
  const [event] = query.reply?.items ?? [];
  if (event === undefined || event.payload?.['macAddress'] !== macAddress) return null;
  const source = MAC_SOURCES.find((each) => each === event.payload?.['source']);
  return source === undefined ? null : { source, atMs: event.timestamp };
}
