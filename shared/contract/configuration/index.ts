import { operationsOf } from '../operations-of.ts';
import * as catalog from './catalog.ts';
import * as configure from './configure.ts';
import * as contents from './contents.ts';
import * as drift from './drift.ts';
import * as expiry from './expiry.ts';
import * as history from './history.ts';
import * as plans from './plans/plans.ts';
import * as rollouts from './plans/rollouts.ts';
import * as profiles from './profiles.ts';
import * as settingsSurvey from './settings/settings-survey.ts';

export const operations = operationsOf({
  ...catalog,
  ...configure,
  ...contents,
  ...drift,
  ...expiry,
  ...history,
  ...plans,
  ...profiles,
  ...rollouts,
  ...settingsSurvey,
});
