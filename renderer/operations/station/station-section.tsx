import { Redirect, Route, Switch } from 'wouter';

import { BackupsPage } from '../backups/backups-page.tsx';
import { ComputerPage } from './computer-page.tsx';
import { NotFoundPage } from '../../ui/parts/lone-page.tsx';
import { CheckPage, NetworkPage, RoutersPage } from '../../network/index.ts';
import { AuditPage } from '../audit/audit-page.tsx';
import { PeoplePage, TokensPage } from '../../access/index.ts';
import { WebhooksPage } from '../webhooks/webhooks-page.tsx';

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
      <Route path="/station/people" component={PeoplePage} />
      <Route path="/station/audit" component={AuditPage} />
      <Route path="/station/backups" component={BackupsPage} />
      <Route path="/station/computer" component={ComputerPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}
