import { Redirect, Route, Switch } from 'wouter';

import { BackupsPage } from '../care/backups-page.tsx';
import { ComputerPage } from '../care/computer-page.tsx';
import { NotFoundPage } from '../shell/not-found-page.tsx';
import { CheckPage } from './check-page.tsx';
import { NetworkPage } from './network-page.tsx';
import { AuditPage } from './audit-page.tsx';
import { PeoplePage } from './people-page.tsx';
import { RoutersPage } from './routers-page.tsx';
import { TokensPage } from './tokens-page.tsx';
import { WebhooksPage } from './webhooks-page.tsx';

/** Station: how this computer is offered to headsets and programs. */
export function StationSection(): React.JSX.Element {
  return (
    <Switch>
      <Route path="/station">
        <Redirect to="/station/check" replace />
      </Route>
      <Route path="/station/check" component={CheckPage} />
      <Route path="/station/network" component={NetworkPage} />
      <Route path="/station/routers" component={RoutersPage} />
      <Route path="/station/tokens" component={TokensPage} />
      <Route path="/station/webhooks" component={WebhooksPage} />
      <Route path="/station/backups" component={BackupsPage} />
      <Route path="/station/computer" component={ComputerPage} />
      <Route path="/station/people" component={PeoplePage} />
      <Route path="/station/audit" component={AuditPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}
