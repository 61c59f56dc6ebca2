import { Button, Checkbox, Radio, Skeleton } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import '../../ui/styles/pages.css';
import '../editor/configure.css';
import { blockedBy } from '../../ui/why/why.ts';
import type { SettingsChange } from '../../../shared/contract/configuration/settings/settings.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { AppLabel } from '../../model/content/app-label.tsx';
import { type AppNames, useAppNames } from '../../model/content/use-app-names.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { addUploads, DropZone, useUploads } from '../../content/index.ts';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';
import { Panel } from '../../ui/parts/panel.tsx';

import { ChooseHeadsets } from './choose-headsets.tsx';
import { useCurrent, type Current } from '../editor/current.ts';
import { useDraft, type DraftValues } from '../editor/draft.ts';
import { kioskApps } from '../editor/controls/kiosk-control.tsx';
import {
  AppChoice,
  type AppsProps,
  type Choice,
  type ChoiceProps,
  EXITS,
  type Exit,
  missingOf,
} from './kiosk-apps.tsx';
import { usePlan } from './kiosk-plan.ts';
import { PageHead } from '../../ui/page/page-head.tsx';
import { useCountLabel } from '../../model/fleet/count-label.ts';
import { useAddressedHeadsets } from '../../model/fleet/selection-address.ts';
import { Segments } from '../../ui/controls/segments.tsx';
import { ticked } from '../../ui/controls/field-props.ts';

const FIRST: Choice = { packageName: '', others: new Set(), exit: 'station', installs: true };

/** Kiosk in one screen: the app, whether it is installed, how to exit; then the preview. */
export function KioskPage(): React.JSX.Element {
  const headsets = useAddressedHeadsets();
  const isKnown = useFleet((fleet) => fleet.isKnown);
  if (!isKnown) return <Skeleton className="page-body" height={320} />;
  if (headsets.length === 0) return <ChooseHeadsets path="/configure/kiosk" />;
  return <Wizard ids={headsets.map(({ id }) => id)} />;
}

function Wizard({ ids }: { ids: readonly string[] }): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const countLabel = useCountLabel();
  const { current, refusal } = useCurrent(ids);
  const values = useDraft((draft) => draft.values);
  const apps = useMemo(() => kioskApps(values, current), [values, current]);
  const names = useAppNames();
  const [choice, setChoice] = useState<Choice>(FIRST);
  useArrivals(names, (packageName) => setChoice((before) => ({ ...before, packageName, installs: true })));
  const plan = usePlan(ids);
  const inKiosk = current === null ? 0 : kioskOn(current);
  const isReady = choice.packageName.trim() !== '';
  const chosen = apps.find(({ packageName }) => packageName === choice.packageName);
  const missing = missingOf(chosen, names.itemOf(choice.packageName), current);
  const preview = (): void => {
    if (!isReady) return;
    const item = choice.installs && missing > 0 ? names.itemOf(choice.packageName) : null;
    void plan.make(t('configure:kiosk.title'), settingsOf(choice, values, current), { item, current });
  };
  useShortcuts({ 'ctrl enter': preview });
  return (
    <div className="page configure fill">
      <PageHead
        crumbs={[
          [t('configure:title'), '/configure'],
          [t('configure:kiosk.title'), null],
        ]}
        title={t('configure:kiosk.for', { what: countLabel(ids) })}
        sub={
          current === null
            ? t('configure:reading')
            : t('configure:kiosk.nowOn', { count: inKiosk, total: ids.length })
        }
      >
        {inKiosk > 0 && (
          <Button
            variant="default"
            loading={plan.isMaking}
            onClick={() => void plan.make(t('configure:kiosk.leaveTitle'), LEAVING)}
          >
            {t('configure:kiosk.leave')}
          </Button>
        )}
        <Button
          variant="filled"
          className="on-primary"
          {...blockedBy(!isReady && t('common:need.app'))}
          loading={plan.isMaking}
          rightSection={<KeyCap>{`${t('common:key.ctrl')} ${t('common:key.enter')}`}</KeyCap>}
          onClick={preview}
        >
          {t('configure:preview')}
        </Button>
      </PageHead>
      <DropZone onDropped={({ files }) => addUploads(files)}>
        <div className="page-body">
          <div className="page-split kiosk">
            <div className="stack wide">
              {refusal !== null && <RefusalNote refusal={refusal} />}
              {names.refusal !== null && names.items === null && <RefusalNote refusal={names.refusal} />}
              {plan.refusal !== null && <RefusalNote refusal={plan.refusal} />}
              <AppChoice apps={apps} names={names} current={current} choice={choice} onChange={setChoice} />
            </div>
            <div className="stack wide">
              <ExitChoice choice={choice} onChange={setChoice} />
              <OtherApps apps={apps} names={names} choice={choice} onChange={setChoice} />
              {isReady && <NextStep ids={ids} missing={missing} choice={choice} onChange={setChoice} />}
            </div>
          </div>
        </div>
      </DropZone>
    </div>
  );
}

/** Reloads the library when an upload is complete, and chooses the new app. */
function useArrivals({ reload, items }: AppNames, onApp: (packageName: string) => void): void {
  const byKey = useUploads((uploads) => uploads.byKey);
  const taken = Object.values(byKey).flatMap(({ sha256 }) => sha256 ?? []);
  // Apps from before this screen was opened are not chosen automatically.
  const known = useRef(new Set(taken));
  const fresh = taken.filter((sha256) => !known.current.has(sha256)).join();
  useEffect(() => {
    if (fresh !== '') void reload();
  }, [fresh, reload]);
  useEffect(() => {
    for (const sha256 of fresh === '' ? [] : fresh.split(',')) {
      const packageName = items?.find((item) => item.sha256 === sha256)?.apk?.packageName;
      if (packageName === undefined) continue;
      known.current.add(sha256);
      onApp(packageName);
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what is done with it may be another function each time
  }, [fresh, items]);
}

type NextProps = ChoiceProps & { ids: readonly string[]; missing: number };

/** The content of the coming preview. */
function NextStep({ ids, missing, choice, onChange }: NextProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const countLabel = useCountLabel();
  return (
    <Panel titleId="kiosk-next" title={t('kiosk.next')}>
      <div className="in stack roomy">
        <p className="row">
          {t('kiosk.enters')}
          <b className="end">{countLabel(ids)}</b>
        </p>
        <p className="row">
          {t('kiosk.installsFirst')}
          <b className="end">
            {missing === 0 || !choice.installs
              ? t('kiosk.installsNothing')
              : t('kiosk.headsets', { count: missing })}
          </b>
        </p>
        {missing > 0 && (
          <Checkbox
            label={t('kiosk.installMissing', { count: missing })}
            {...ticked(choice.installs, (isOn) => onChange({ ...choice, installs: isOn }))}
          />
        )}
        <p className="small faint">{t('kiosk.nothingSent')}</p>
      </div>
    </Panel>
  );
}

function OtherApps({ apps, names, choice, onChange }: AppsProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  const [isOpen, setOpen] = useState(choice.others.size > 0);
  const others = apps.filter(({ packageName }) => packageName !== choice.packageName);
  const toggle = (packageName: string): void => {
    const next = new Set(choice.others);
    if (!next.delete(packageName)) next.add(packageName);
    onChange({ ...choice, others: next });
  };
  return (
    <Panel titleId="kiosk-others" title={t('kiosk.howMany')}>
      <div className="in stack roomy">
        <Segments
          className="small start"
          labelId="kiosk-others"
          value={isOpen}
          options={[
            [false, t('kiosk.single')],
            [true, t('kiosk.several')],
          ]}
          onChange={(hasOthers) => {
            setOpen(hasOthers);
            if (!hasOthers) onChange({ ...choice, others: new Set() });
          }}
        />
        <p className="small dim">{t(isOpen ? 'kiosk.severalText' : 'kiosk.singleText')}</p>
        {isOpen && (
          <div className="stack half-high">
            {others.map(({ packageName }) => (
              <Checkbox
                key={packageName}
                label={<AppLabel packageName={packageName} names={names} />}
                checked={choice.others.has(packageName)}
                onChange={() => toggle(packageName)}
              />
            ))}
          </div>
        )}
      </div>
    </Panel>
  );
}

function ExitChoice({ choice, onChange }: ChoiceProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  return (
    <Panel titleId="kiosk-exit" title={t('kiosk.exit')}>
      <Radio.Group
        className="in"
        value={choice.exit}
        aria-labelledby="kiosk-exit"
        onChange={(value) => {
          const exit = EXITS.find((known) => known === value);
          if (exit !== undefined) onChange({ ...choice, exit });
        }}
      >
        <div className="grid roomy">
          {EXITS.map((exit) => (
            <Radio
              key={exit}
              value={exit}
              label={t(`kiosk.exits.${exit}`)}
              description={t(`kiosk.exitsText.${exit}`)}
            />
          ))}
        </div>
      </Radio.Group>
    </Panel>
  );
}

/** Settings that a kiosk locks; leaving it unlocks them. */
const LOCKS = {
  station: {
    shortcuts: { settingsEnabled: false, backEnabled: false },
    system: { showAppQuitConfirmDialog: null },
  },
  ask: {
    shortcuts: { settingsEnabled: false, backEnabled: null },
    system: { showAppQuitConfirmDialog: true },
  },
  free: {
    shortcuts: { settingsEnabled: null, backEnabled: null },
    system: { showAppQuitConfirmDialog: null },
  },
} as const satisfies Record<Exit, SettingsChange>;

const LEAVING: SettingsChange = { kioskMode: false, ...LOCKS.free };

function settingsOf(choice: Choice, values: DraftValues, current: Current | null): SettingsChange {
  const packageName = choice.packageName.trim();
  const allowed = (current?.entries('packages') ?? []).flatMap(({ entry }) =>
    typeof entry === 'string' ? [entry] : [],
  );
  const packages = [...new Set([...allowed, packageName, ...choice.others])];
  const applications = values.get('applications');
  return {
    ...(Array.isArray(applications) ? { applications } : {}),
    kioskMode: { isActive: true, packageName },
    ...(choice.others.size === 0 ? {} : { packages }),
    ...LOCKS[choice.exit],
  };
}

function kioskOn(current: Current): number {
  return (current.now('kioskMode')?.values ?? [])
    .filter(
      ({ value }) =>
        typeof value === 'object' && value !== null && 'isActive' in value && value.isActive === true,
    )
    .reduce((sum, { count }) => sum + count, 0);
}
