import * as people from './access/people.reference.ts';
import * as tokens from './access/tokens.reference.ts';
import * as lessons from './classroom/lessons.reference.ts';
import * as commands from './commands/commands.reference.ts';
import * as views from './commands/views.reference.ts';
import * as catalog from './configuration/catalog.reference.ts';
import * as configure from './configuration/configure.reference.ts';
import * as contents from './configuration/contents.reference.ts';
import * as history from './configuration/history.reference.ts';
import * as plans from './configuration/plans/plans.reference.ts';
import * as profiles from './configuration/profiles.reference.ts';
import * as settingsSurvey from './configuration/settings/settings-survey.reference.ts';
import * as applications from './content/applications.reference.ts';
import * as libraryServing from './content/library-serving.reference.ts';
import * as library from './content/library.reference.ts';
import * as devices from './devices/devices.reference.ts';
import * as groups from './devices/groups.reference.ts';
import * as adbHeadsets from './enrolment/adb/adb-headsets.reference.ts';
import * as cable from './enrolment/cable.reference.ts';
import * as carts from './enrolment/carts.reference.ts';
import * as enrolment from './enrolment/enrolment.reference.ts';
import * as heartbeat from './enrolment/heartbeat.reference.ts';
import * as wireless from './enrolment/adb/wireless.reference.ts';
import * as lan from './network/lan.reference.ts';
import * as networkChecks from './network/network-checks.reference.ts';
import * as routers from './network/routers.reference.ts';
import * as audit from './operations/audit.reference.ts';
import * as backups from './operations/backups.reference.ts';
import * as diagnostics from './operations/diagnostics.reference.ts';
import * as program from './operations/program.reference.ts';
import * as station from './operations/station.reference.ts';
import * as webhooks from './operations/webhooks.reference.ts';
import * as statisticsNow from './statistics/statistics-now.reference.ts';
import * as statistics from './statistics/statistics.reference.ts';
import * as partner from './sync/partner.reference.ts';
import * as sync from './sync/sync.reference.ts';
import * as common from './reference/common.ts';
import type { OperationExamples, ParameterNotes, Reference } from './reference/reference.ts';

export { streamExamples } from './streams.reference.ts';

/**
 * Every file of the reference. They are loaded only when the OpenAPI document is created: `shared/contract/index.ts`
 * must not import them.
 */
export const references: readonly Reference[] = [
  people,
  tokens,
  lessons,
  commands,
  views,
  catalog,
  configure,
  contents,
  history,
  plans,
  profiles,
  settingsSurvey,
  applications,
  libraryServing,
  library,
  devices,
  groups,
  adbHeadsets,
  cable,
  carts,
  enrolment,
  heartbeat,
  wireless,
  lan,
  networkChecks,
  routers,
  audit,
  backups,
  diagnostics,
  program,
  station,
  webhooks,
  statisticsNow,
  statistics,
  sync,
  partner,
  common,
];

/** The examples of every operation by its name. */
export const examples: OperationExamples = references.reduce<OperationExamples>(
  (all, each) => ({ ...all, ...each.examples }),
  {},
);

/** Every path and query parameter by its name. A name means the same in all operations. */
export const parameterNotes: ParameterNotes = Object.fromEntries(
  references.flatMap((each) => Object.entries(each.parameters ?? {})),
);
