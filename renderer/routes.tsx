import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';

import { FleetPage } from './features/fleet/fleet-page.tsx';
import { NotFoundPage } from './features/shell/not-found-page.tsx';
import { ScreenLoading } from './features/shell/screen-loading.tsx';

/** Every screen and its address. All but the first are loaded when they are first asked for. */
export function Routes(): React.JSX.Element {
  return (
    <Suspense fallback={<ScreenLoading />}>
      <Switch>
        <Route path="/">
          <Redirect to="/fleet" replace />
        </Route>
        <Route path="/fleet" component={FleetPage} />
        <Route path="/enrol" component={EnrolPage} />
        <Route path="/enrol/new" component={DescribePage} />
        <Route path="/enrol/labels" component={LabelsPage} />
        <Route path="/configure" component={ConfigurePage} />
        <Route path="/configure/settings" component={SettingsPage} />
        <Route path="/configure/kiosk" component={KioskPage} />
        <Route path="/configure/history" component={HistoryPage} />
        <Route path="/configure/plan/:planId" component={PlanPage} />
        <Route path="/configure/profiles/:profileId" component={ProfilePage} />
        <Route path="/content/*?" component={ContentSection} />
        <Route path="/station/*?" component={StationSection} />
        <Route path="/kit" component={KitPage} />
        <Route component={NotFoundPage} />
      </Switch>
    </Suspense>
  );
}

const EnrolPage = lazy(async () => ({
  default: (await import('./features/enrol/enrol-page.tsx')).EnrolPage,
}));
const DescribePage = lazy(async () => ({
  default: (await import('./features/enrol/describe-page.tsx')).DescribePage,
}));
const LabelsPage = lazy(async () => ({
  default: (await import('./features/enrol/labels-page.tsx')).LabelsPage,
}));
const ConfigurePage = lazy(async () => ({
  default: (await import('./features/configure/configure-page.tsx')).ConfigurePage,
}));
const SettingsPage = lazy(async () => ({
  default: (await import('./features/configure/settings-page.tsx')).SettingsPage,
}));
const KioskPage = lazy(async () => ({
  default: (await import('./features/configure/kiosk-page.tsx')).KioskPage,
}));
const HistoryPage = lazy(async () => ({
  default: (await import('./features/configure/history-page.tsx')).HistoryPage,
}));
const PlanPage = lazy(async () => ({
  default: (await import('./features/configure/plan-page.tsx')).PlanPage,
}));
const ProfilePage = lazy(async () => ({
  default: (await import('./features/configure/profile-page.tsx')).ProfilePage,
}));
const KitPage = lazy(async () => ({ default: (await import('./features/kit/kit-page.tsx')).KitPage }));
const ContentSection = lazy(async () => ({
  default: (await import('./features/content/content-section.tsx')).ContentSection,
}));
const StationSection = lazy(async () => ({
  default: (await import('./features/station/station-section.tsx')).StationSection,
}));
