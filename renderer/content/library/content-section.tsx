import { Route, Switch } from 'wouter';

import { NotFoundPage } from '../../ui/parts/lone-page.tsx';
import { ExpiryPage } from '../expiry/expiry-page.tsx';
import { ItemPage } from './item-page.tsx';
import { LibraryPage } from './library-page.tsx';
import { OfflinePage } from '../coverage/offline-page.tsx';
import { VersionsPage } from '../coverage/versions-page.tsx';

/** Content: the station's library, which headsets have it, and what is missing without internet. */
export function ContentSection(): React.JSX.Element {
  return (
    <Switch>
      <Route path="/content" component={LibraryPage} />
      <Route path="/content/versions" component={VersionsPage} />
      <Route path="/content/expiry" component={ExpiryPage} />
      <Route path="/content/offline" component={OfflinePage} />
      <Route path="/content/:sha256">{({ sha256 }) => <ItemPage key={sha256} sha256={sha256} />}</Route>
      <Route component={NotFoundPage} />
    </Switch>
  );
}
