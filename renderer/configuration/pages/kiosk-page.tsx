import { Button, Checkbox, Radio, Skeleton, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';

import './configure.css';
import { contract } from '../../../shared/contract/index.ts';
import type { SettingsChange } from '../../../shared/contract/configuration/settings.ts';
import { call, isRefused, type Refusal } from '../../service/api.ts';
import { KeyCap } from '../../ui/parts/key-cap.tsx';
import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { AppLabel } from '../../model/content/app-label.tsx';
import { type AppNames, useAppNames } from '../../model/content/use-app-names.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { RefusalNote } from '../../model/notes/refusal-note.tsx';
import { useShortcuts } from '../../ui/parts/shortcuts.ts';

import { ChooseHeadsets } from './choose-headsets.tsx';
import { useCurrent, type Current } from '../editor/current.ts';
import { useDraft, type DraftValues } from '../editor/draft.ts';
import { kioskApps, type KioskApp } from '../editor/kiosk-control.tsx';
import { PageHead } from './page-head.tsx';
import { useAddressedHeadsets } from '../../model/fleet/selection-address.ts';

/** How a person leaves the kiosk. */
const EXITS = ['station', 'ask', 'free'] as const;
type Exit = (typeof EXITS)[number];

type Choice = { readonly packageName: string; readonly others: ReadonlySet<string>; readonly exit: Exit };

/** Kiosk in one screen: which app, whether it is really there, how one leaves it; then the preview. */
export function KioskPage(): React.JSX.Element {
  const headsets = useAddressedHeadsets();
  const isKnown = useFleet((fleet) => fleet.isKnown);
  if (!isKnown) return <Skeleton className="configure-body" height={320} />;
  if (headsets.length === 0) return <ChooseHeadsets path="/configure/kiosk" />;
  return <Wizard ids={headsets.map(({ id }) => id)} />;
}

function Wizard({ ids }: { ids: readonly string[] }): React.JSX.Element {
  const { t } = useTranslation(['configure', 'common']);
  const { current, refusal } = useCurrent(ids);
  const values = useDraft((draft) => draft.values);
  const apps = useMemo(() => kioskApps(values, current), [values, current]);
  const names = useAppNames();
  const [choice, setChoice] = useState<Choice>({ packageName: '', others: new Set(), exit: 'station' });
  const plan = usePlan(ids);
  const inKiosk = current === null ? 0 : kioskOn(current);
  const isReady = choice.packageName.trim() !== '';
  const preview = (): void => {
    if (isReady) void plan.make(t('configure:kiosk.title'), settingsOf(choice, values, current));
  };
  useShortcuts({ 'ctrl enter': preview });
  return (
    <div className="configure">
      <PageHead
        crumbs={[
          [t('configure:title'), '/configure'],
          [t('configure:kiosk.title'), null],
        ]}
        title={t('configure:kiosk.for', { count: ids.length })}
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
          disabled={!isReady}
          loading={plan.isMaking}
          rightSection={<KeyCap>{`${t('common:key.ctrl')} ${t('common:key.enter')}`}</KeyCap>}
          onClick={preview}
        >
          {t('configure:preview')}
        </Button>
      </PageHead>
      <div className="configure-body kiosk">
        <div className="stack">
          {refusal !== null && <RefusalNote refusal={refusal} />}
          {plan.refusal !== null && <RefusalNote refusal={plan.refusal} />}
          <AppChoice
            apps={apps}
            names={names}
            total={current?.read ?? null}
            choice={choice}
            onChange={setChoice}
          />
        </div>
        <div className="stack">
          <OtherApps apps={apps} names={names} choice={choice} onChange={setChoice} />
          <ExitChoice choice={choice} onChange={setChoice} />
        </div>
      </div>
    </div>
  );
}

type ChoiceProps = { choice: Choice; onChange: (choice: Choice) => void };
type AppsProps = ChoiceProps & { apps: readonly KioskApp[]; names: AppNames };

function AppChoice({
  apps,
  names,
  total,
  choice,
  onChange,
}: AppsProps & { total: number | null }): React.JSX.Element {
  const { t } = useTranslation('configure');
  const [find, setFind] = useState('');
  const sought = find.trim().toLowerCase();
  const shown = apps.filter(({ packageName }) =>
    `${names.nameOf(packageName)} ${packageName}`.toLowerCase().includes(sought),
  );
  return (
    <section className="panel" aria-labelledby="kiosk-app">
      <header>
        <h2 id="kiosk-app">{t('kiosk.which')}</h2>
        <TextInput
          className="end find-setting"
          type="search"
          aria-label={t('kiosk.find')}
          placeholder={t('kiosk.find')}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      </header>
      {total === null && <Skeleton className="in" height={160} />}
      {total !== null && apps.length === 0 && <p className="in dim">{t('kiosk.noApps')}</p>}
      {apps.length > 0 && shown.length === 0 && <p className="in dim">{t('kiosk.noMatch')}</p>}
      <Radio.Group
        className="kiosk-apps"
        value={choice.packageName}
        aria-labelledby="kiosk-app"
        onChange={(packageName) => onChange({ ...choice, packageName })}
      >
        {shown.map((app) => (
          <div key={app.packageName} className="kiosk-app">
            <Radio value={app.packageName} label={<AppLabel packageName={app.packageName} names={names} />} />
            <AppPresence app={app} total={total ?? 0} isChosen={app.packageName === choice.packageName} />
          </div>
        ))}
      </Radio.Group>
    </section>
  );
}

type PresenceProps = { app: KioskApp; total: number; isChosen: boolean };

/** Whether the app is really there: installed by the headsets' own report, else only assigned. A warning only where it is chosen. */
function AppPresence({ app, total, isChosen }: PresenceProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  if (app.installed >= total && total > 0) {
    return (
      <span className="status s-ready small">
        <StateGlyph state="ready" size="s" />
        {t('kiosk.onAll')}
      </span>
    );
  }
  if (app.isInDraft) return <span className="small dim">{t('kiosk.comesAlong')}</span>;
  const there = Math.max(app.installed, app.assigned);
  const onSome = t('kiosk.onSome', { installed: app.installed, total });
  if (there < total && !isChosen) return <span className="small dim">{onSome}</span>;
  return (
    <span className={`status small ${there < total ? 's-attention' : 's-queued'}`}>
      <StateGlyph state={there < total ? 'attention' : 'queued'} size="s" />
      {there < total ? onSome : t('kiosk.stillLoading', { installed: app.installed, total })}
    </span>
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
    <section className="panel" aria-labelledby="kiosk-others">
      <header>
        <h2 id="kiosk-others">{t('kiosk.howMany')}</h2>
      </header>
      <div className="in stack">
        <div className="seg small" role="group" aria-labelledby="kiosk-others">
          <button
            type="button"
            aria-pressed={!isOpen}
            onClick={() => {
              setOpen(false);
              onChange({ ...choice, others: new Set() });
            }}
          >
            {t('kiosk.single')}
          </button>
          <button type="button" aria-pressed={isOpen} onClick={() => setOpen(true)}>
            {t('kiosk.several')}
          </button>
        </div>
        <p className="small dim">{t(isOpen ? 'kiosk.severalText' : 'kiosk.singleText')}</p>
        {isOpen && (
          <div className="stack kiosk-others">
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
    </section>
  );
}

function ExitChoice({ choice, onChange }: ChoiceProps): React.JSX.Element {
  const { t } = useTranslation('configure');
  return (
    <section className="panel" aria-labelledby="kiosk-exit">
      <header>
        <h2 id="kiosk-exit">{t('kiosk.exit')}</h2>
      </header>
      <Radio.Group
        className="in"
        value={choice.exit}
        aria-labelledby="kiosk-exit"
        onChange={(value) => {
          const exit = EXITS.find((known) => known === value);
          if (exit !== undefined) onChange({ ...choice, exit });
        }}
      >
        <div className="kiosk-exits">
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
    </section>
  );
}

/** What a kiosk set up here locks; leaving it hands these back to the wearer. */
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

function usePlan(ids: readonly string[]): {
  isMaking: boolean;
  refusal: Refusal | null;
  make: (title: string, settings: SettingsChange) => Promise<void>;
} {
  const [, navigate] = useLocation();
  const [isMaking, setMaking] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const make = async (title: string, settings: SettingsChange): Promise<void> => {
    setMaking(true);
    const outcome = await call(contract.createPlan, { body: { devicesId: [...ids], settings, title } });
    setMaking(false);
    if (isRefused(outcome)) setRefusal(outcome);
    else navigate(`/configure/plan/${outcome.reply.id}`);
  };
  return { isMaking, refusal, make };
}
