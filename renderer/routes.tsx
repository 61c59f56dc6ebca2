import { Skeleton } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, Switch } from 'wouter';

import { lazyPart } from './copy/lazy-worded.ts';
import { allSentences } from './copy/language.ts';
import { FleetPage } from './devices/fleet/fleet-page.tsx';
import { NotFoundPage } from './ui/parts/lone-page.tsx';
import { useSession } from './service/session.ts';

/** Every screen and its path. All but the first are loaded on demand. */
export function Routes(): React.JSX.Element {
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Switch>
        <Route path="/">
          <Home />
        </Route>
        <Route path="/fleet" component={FleetPage} />
        <Route path="/fleet/:deviceId/:tab?" component={HeadsetPage} />
        <Route path="/enrol" component={EnrolPage} />
        <Route path="/enrol/new" component={DescribePage} />
        <Route path="/enrol/labels" component={LabelsPage} />
        <Route path="/enrol/import" component={ImportPage} />
        <Route path="/enrol/check" component={CheckPage} />
        <Route path="/enrol/cable" component={CablePage} />
        <Route path="/enrol/acceptance" component={AcceptancePage} />
        <Route path="/configure" component={ConfigurePage} />
        <Route path="/configure/settings" component={SettingsPage} />
        <Route path="/configure/kiosk" component={KioskPage} />
        <Route path="/configure/history" component={HistoryPage} />
        <Route path="/configure/plan/:planId" component={PlanPage} />
        <Route path="/configure/profiles/:profileId" component={ProfilePage} />
        <Route path="/content/*?" component={ContentSection} />
        <Route path="/statistics" component={StatisticsPage} />
        <Route path="/class/*?" component={ClassSection} />
        <Route path="/sync/*?" component={SyncSection} />
        <Route path="/station/*?" component={StationSection} />
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  );
}

/** Delay before a skeleton is shown, in ms; sooner it would flicker. */
const SHAPE_AFTER_MS = 300;

/** Shown while a screen is loading: nothing at first, then a skeleton. */
function ScreenLoading(): React.JSX.Element {
  const { t } = useTranslation('common');
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SHAPE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="page-body" aria-busy="true">
      <span className="sr" role="status">
        {t('loading')}
      </span>
      {isSlow && (
        <>
          <Skeleton height={28} width={280} />
          <Skeleton height={320} mt={16} />
        </>
      )}
    </div>
  );
}

/** The start screen: Class for a teacher, Fleet for all others. */
function Home(): React.JSX.Element {
  const isTeacher = useSession(({ who }) => who.role === 'teacher');
  return <Redirect to={isTeacher ? '/class' : '/fleet'} replace />;
}

const HeadsetPage = screen(async () => (await import('./devices/headset/headset-page.tsx')).HeadsetPage);
const EnrolPage = screen(async () => (await import('./enrolment/start/enrol-page.tsx')).EnrolPage);
const DescribePage = screen(
  async () => (await import('./enrolment/describe/describe-page.tsx')).DescribePage,
);
const LabelsPage = screen(async () => (await import('./enrolment/labels/labels-page.tsx')).LabelsPage);
const ImportPage = screen(async () => (await import('./enrolment/import/import-page.tsx')).ImportPage);
const CablePage = screen(async () => (await import('./enrolment/cable/cable-page.tsx')).CablePage);
const CheckPage = screen(async () => (await import('./enrolment/check/check-page.tsx')).CheckPage);
const AcceptancePage = screen(
  async () => (await import('./enrolment/acceptance/acceptance-page.tsx')).AcceptancePage,
);
const ConfigurePage = screen(
  async () => (await import('./configuration/pages/configure-page.tsx')).ConfigurePage,
);
const SettingsPage = screen(
  async () => (await import('./configuration/pages/settings-page.tsx')).SettingsPage,
);
const KioskPage = screen(async () => (await import('./configuration/pages/kiosk-page.tsx')).KioskPage);
const HistoryPage = screen(async () => (await import('./configuration/pages/history-page.tsx')).HistoryPage);
const PlanPage = screen(async () => (await import('./configuration/rollouts/plan-page.tsx')).PlanPage);
const ProfilePage = screen(async () => (await import('./configuration/pages/profile-page.tsx')).ProfilePage);
const ContentSection = screen(
  async () => (await import('./content/library/content-section.tsx')).ContentSection,
);
const StatisticsPage = screen(
  async () => (await import('./statistics/page/statistics-page.tsx')).StatisticsPage,
);
const ClassSection = screen(async () => (await import('./classroom/board/class-section.tsx')).ClassSection);
const StationSection = screen(
  async () => (await import('./operations/station/station-section.tsx')).StationSection,
);
const SyncSection = screen(async () => (await import('./sync/overview/sync-section.tsx')).SyncSection);

/** A screen that is loaded on demand, with the styles and texts that the first screen does not need. */
function screen<Props extends object>(
  load: () => Promise<React.ComponentType<Props>>,
): React.LazyExoticComponent<React.ComponentType<Props>> {
  return lazyPart(async () => {
    const [component] = await Promise.all([load(), import('./ui/styles/all-styles.ts'), allSentences()]);
    return component;
  });
}
