import { Progress } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { lazyPart } from '../../copy/lazy-worded.ts';
import type { Device } from '../../../shared/contract/devices/devices.ts';
import { usedShare } from '../../../shared/domain/devices/headset-state.ts';
import { useFormat } from '../../copy/format.ts';
import { useMay } from '../../service/session.ts';
import { appName } from '../../model/content/use-app-names.ts';
import { type HeadsetLabels } from '../../model/fleet/headset-labels.ts';
import { AdbElsewhereNote } from '../../model/notes/adb-elsewhere-note.tsx';
import { AdbWifiNote } from '../../model/notes/adb-wifi-note.tsx';
import { readGroups, useGroups } from '../../model/fleet/groups-store.ts';
import { SmallButton } from '../../ui/controls/small-button.ts';
import { Fact } from '../../ui/page/fact.tsx';
import { MacFacts } from './mac-facts.tsx';

const EditDialog = lazyPart(async () => (await import('./edit-dialog.tsx')).EditDialog);
const GroupDialog = lazyPart(async () => (await import('../selection/group-dialog.tsx')).GroupDialog);

type Props = { labels: HeadsetLabels; device: Device; updates: number };

/** Facts about a headset, as it reports them. */
export function FactsColumn({ labels, device, updates }: Props): React.JSX.Element {
  const old = labels.isOld ? ' is-old' : '';
  return (
    <>
      <Identity device={device} />
      <section className={`panel${old}`}>
        <Reported labels={labels} device={device} />
      </section>
      <AdbElsewhereNote headsets={[labels.headset]} />
      <AdbWifiNote headsets={[labels.headset]} />
      <section className={`panel in stack${old}`}>
        <Meters labels={labels} device={device} />
      </section>
      <section className="panel in">
        <MacFacts labels={labels} device={device} updates={updates} />
      </section>
    </>
  );
}

/** Its label and description. */
function Identity({ device }: { device: Device }): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const isTechnician = useMay('technician');
  const [dialog, setDialog] = useState<'edit' | 'groups' | null>(null);
  const close = (): void => setDialog(null);
  const groups = useGroups((known) => known.items);
  const format = useFormat();
  useEffect(() => void readGroups(), []);
  const mine = groups.filter(({ devicesId }) => devicesId.includes(device.id)).map(({ name }) => name);
  const { level = null, status = null, alertDate = null } = device.license ?? {};
  const licence = [level, status].flatMap((part) => part ?? []).filter((part) => part !== '');
  return (
    <section className="panel">
      <header>
        <h2>{t('headset:identity.title')}</h2>
        {isTechnician && (
          <SmallButton className="end" onClick={() => setDialog('edit')}>
            {t('headset:identity.edit')}
          </SmallButton>
        )}
      </header>
      <dl className="facts in">
        <Fact name={t('headset:identity.description')}>
          {device.description === null ? (
            <span className="faint">{t('common:none')}</span>
          ) : (
            <div className="half-high breaks" tabIndex={device.description.length > 120 ? 0 : undefined}>
              {device.description}
            </div>
          )}
        </Fact>
        <Fact name={t('headset:identity.licence')}>
          {licence.length === 0 ? <span className="faint">{t('common:none')}</span> : licence.join(', ')}
          {alertDate !== null && (
            <div className="small dim">
              {t('headset:identity.alert', { when: format.date(Date.parse(alertDate)) })}
            </div>
          )}
        </Fact>
        <Fact name={t('headset:identity.groups')}>
          {mine.length === 0 ? <span className="faint">{t('common:none')}</span> : format.list(mine)}{' '}
          {isTechnician && (
            <button type="button" className="link-btn" onClick={() => setDialog('groups')}>
              {t('headset:identity.changeGroups')}
            </button>
          )}
        </Fact>
      </dl>
      <Suspense>
        {dialog === 'edit' && <EditDialog device={device} onClose={close} />}
        {dialog === 'groups' && <GroupDialog ids={[device.id]} onClose={close} />}
      </Suspense>
    </section>
  );
}

function Reported({ labels, device }: { labels: HeadsetLabels; device: Device }): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const unknown = <span className="faint">{t('common:notKnown')}</span>;
  const { headset } = labels;
  const { mdmInfo, settings } = device;
  const kiosk = settings.kioskMode;
  const isKiosk = typeof kiosk === 'object' && kiosk?.isActive === true;
  return (
    <dl className="facts in">
      <Fact name={t('headset:facts.kiosk')}>
        {isKiosk && typeof kiosk === 'object' ? appName(kiosk.packageName ?? null) : t('headset:facts.off')}
      </Fact>
      <Fact name={t('headset:facts.running')}>
        {headset.runningPackage === null ? (
          <span className="faint">{t('headset:facts.nothing')}</span>
        ) : (
          <span title={headset.runningPackage}>{labels.running}</span>
        )}
      </Fact>
      <Fact name={t('headset:facts.worn')}>
        {headset.worn === null ? unknown : t(headset.worn ? 'headset:facts.yes' : 'headset:facts.no')}
      </Fact>
      <Fact name={t('headset:facts.settings')}>
        {headset.settingsRevision === 0
          ? t('headset:facts.settingsNone')
          : headset.appliedRevision === headset.settingsRevision
            ? t('headset:facts.settingsDone')
            : t('headset:facts.settingsPending')}
      </Fact>
      <Fact name={t('headset:facts.system')}>{device.osVersion ?? unknown}</Fact>
      {headset.overAdb !== null && (
        <Fact name={t('headset:facts.overAdb')}>{t(`common:adb.${headset.overAdb.connection}`)}</Fact>
      )}
      <Fact name={t('headset:facts.agent')}>
        {mdmInfo?.labelVersion ?? unknown}
        {mdmInfo?.isDeviceOwner === true && <div className="small dim">{t('headset:facts.deviceOwner')}</div>}
      </Fact>
    </dl>
  );
}

function Meters({ labels, device }: { labels: HeadsetLabels; device: Device }): React.JSX.Element {
  const { t } = useTranslation(['headset', 'common']);
  const format = useFormat();
  const { storage, battery } = labels.headset;
  const used = usedShare(storage);
  const info = device.settings.batteryInfo;
  const level = battery?.level ?? null;
  const parts = [
    labels.charge,
    ...(battery?.isCharging === true ? [t('headset:facts.charging')] : []),
    ...(info?.health === undefined ? [] : [t(`headset:health.${info.health}`)]),
    ...(info?.temperature === undefined ? [] : [format.celsius(info.temperature)]),
  ];
  return (
    <>
      <div className="row spread">
        <span className="small faint">{t('headset:facts.storage')}</span>
        <span className="num">
          {storage === null
            ? t('common:notKnown')
            : t('headset:facts.used', {
                used: format.size(storage.totalBytes - storage.freeBytes),
                total: format.size(storage.totalBytes),
              })}
        </span>
      </div>
      {used !== null && (
        <Progress value={used * 100} aria-label={t('headset:facts.storage')} className="ink-meter" />
      )}
      <div className="row spread">
        <span className="small faint">{t('headset:facts.battery')}</span>
        <span className="num">{level === null ? t('common:notKnown') : parts.join(', ')}</span>
      </div>
      {level !== null && (
        <Progress value={level} aria-label={t('headset:facts.battery')} className="ink-meter" />
      )}
      {labels.isOld && (storage !== null || level !== null) && (
        <p className="small faint">{t('headset:facts.old')}</p>
      )}
    </>
  );
}
