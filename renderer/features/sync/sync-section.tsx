import { Route, Switch } from 'wouter';

import { NotFoundPage } from '../shell/not-found-page.tsx';
import { ConflictsPage } from './conflicts-page.tsx';
import { ConnectionPage } from './connection-page.tsx';
import { HeadsetsPage } from './headsets-page.tsx';
import { RunsPage } from './runs-page.tsx';
import { SyncPage } from './sync-page.tsx';

/** Sync: how this station and its central agree. */
export function SyncSection(): React.JSX.Element {
  return (
    <Switch>
      <Route path="/sync" component={SyncPage} />
      <Route path="/sync/conflicts" component={ConflictsPage} />
      <Route path="/sync/headsets" component={HeadsetsPage} />
      <Route path="/sync/history" component={RunsPage} />
      <Route path="/sync/connection" component={ConnectionPage} />
      <Route component={NotFoundPage} />
    </Switch>
  );
}
