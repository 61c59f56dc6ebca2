import { operationsOf } from '../operations-of.ts';
import * as applications from './applications.ts';
import * as libraryCoverage from './library-coverage.ts';
import * as libraryOffline from './library-offline.ts';
import * as librarySpace from './library-space.ts';
import * as libraryServing from './library-serving.ts';
import * as libraryUnassign from './library-unassign.ts';
import * as libraryUploads from './library-uploads.ts';
import * as library from './library.ts';

export const operations = operationsOf({
  ...applications,
  ...libraryCoverage,
  ...libraryOffline,
  ...librarySpace,
  ...libraryServing,
  ...libraryUnassign,
  ...libraryUploads,
  ...library,
});
