import { Route, Switch } from 'wouter';

import { NotFoundPage } from '../../ui/parts/lone-page.tsx';
import { ConflictsPage } from '../conflicts/conflicts-page.tsx';
import { ConnectionPage } from '../connection/connection-page.tsx';
import { HeadsetsPage } from '../headsets/headsets-page.tsx';
import { RunsPage } from '../runs/runs-page.tsx';
import { SyncPage } from './sync-page.tsx';

/** The sync section with its screens. */
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
