import { applicationExamples } from '../content/applications.examples.ts';
import { cableExamples } from '../enrolment/cable.examples.ts';
import { careExamples } from '../operations/care.examples.ts';
import { commandExamples } from '../commands/commands.examples.ts';
import { configureExamples } from '../configuration/configure.examples.ts';
import { contentExamples } from '../configuration/contents.examples.ts';
import { deviceExamples } from '../devices/devices.examples.ts';
import { enrolmentExamples } from '../enrolment/enrolment.examples.ts';
import type { OperationExamples } from './example.ts';
import { fleetConfigurationExamples } from '../configuration/fleet-configuration.examples.ts';
import { routerExamples } from '../network/routers.examples.ts';
import { libraryExamples } from '../content/library.examples.ts';
import { libraryServingExamples } from '../content/library-serving.examples.ts';
import { networkCheckExamples } from '../network/network-checks.examples.ts';
import { lanExamples } from '../network/lan.examples.ts';
import { peopleExamples } from '../access/people.examples.ts';
import { stationExamples } from '../operations/station.examples.ts';
import { statisticsNowExamples } from '../statistics/statistics-now.examples.ts';
import { statisticsExamples } from '../statistics/statistics.examples.ts';
import { syncExamples } from '../sync/sync.examples.ts';
import { viewExamples } from '../commands/views.examples.ts';
import { webhookExamples } from '../operations/webhooks.examples.ts';

export { parameterNotes } from './parameters.ts';
export { streamExamples } from './streams.ts';

/**
 * The examples of every operation by its name. They are loaded only when the OpenAPI document is created:
 * `shared/contract/index.ts` must not import them.
 */
export const examples: OperationExamples = {
  ...applicationExamples,
  ...cableExamples,
  ...careExamples,
  ...commandExamples,
  ...configureExamples,
  ...contentExamples,
  ...deviceExamples,
  ...enrolmentExamples,
  ...fleetConfigurationExamples,
  ...routerExamples,
  ...libraryExamples,
  ...libraryServingExamples,
  ...networkCheckExamples,
  ...lanExamples,
  ...peopleExamples,
  ...stationExamples,
  ...statisticsExamples,
  ...statisticsNowExamples,
  ...syncExamples,
  ...viewExamples,
  ...webhookExamples,
};
