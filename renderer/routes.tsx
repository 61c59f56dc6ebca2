import { lazy, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';

import { DescribePage } from './features/enrol/describe-page.tsx';
import { EnrolPage } from './features/enrol/enrol-page.tsx';
import { LabelsPage } from './features/enrol/labels-page.tsx';
import { FleetPage } from './features/fleet/fleet-page.tsx';
import { KitPage } from './features/kit/kit-page.tsx';
import { NotFoundPage } from './features/shell/not-found-page.tsx';

// What the first screen does not need comes when it is opened.
const ContentSection = lazy(async () => ({
  default: (await import('./features/content/content-section.tsx')).ContentSection,
}));
const StationSection = lazy(async () => ({
  default: (await import('./features/station/station-section.tsx')).StationSection,
}));

/** Every screen and its address. */
export function Routes(): React.JSX.Element {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/fleet" replace />
      </Route>
      <Route path="/fleet" component={FleetPage} />
      <Route path="/enrol" component={EnrolPage} />
      <Route path="/enrol/new" component={DescribePage} />
      <Route path="/enrol/labels" component={LabelsPage} />
      <Route path="/content/*?">
        <Suspense>
          <ContentSection />
        </Suspense>
      </Route>
      <Route path="/station/*?">
        <Suspense>
          <StationSection />
        </Suspense>
      </Route>
      <Route path="/kit" component={KitPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}
