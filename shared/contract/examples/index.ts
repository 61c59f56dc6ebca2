import { applicationExamples } from './applications.ts';
import { careExamples } from './care.ts';
import { commandExamples } from './commands.ts';
import { configureExamples } from './configure.ts';
import { contentExamples } from './contents.ts';
import { deviceExamples } from './devices.ts';
import { enrolmentExamples } from './enrolment.ts';
import type { OperationExamples } from './example.ts';
import { fleetConfigurationExamples } from './fleet-configuration.ts';
import { routerExamples } from './routers.ts';
import { libraryExamples } from './library.ts';
import { libraryServingExamples } from './library-serving.ts';
import { networkCheckExamples } from './network-checks.ts';
import { lanExamples } from './lan.ts';
import { peopleExamples } from './people.ts';
import { stationExamples } from './station.ts';
import { statisticsNowExamples } from './statistics-now.ts';
import { statisticsExamples } from './statistics.ts';
import { syncExamples } from './sync.ts';
import { webhookExamples } from './webhooks.ts';

export { parameterNotes } from './parameters.ts';
export { streamExamples } from './streams.ts';

/**
 * The examples of every operation by its name. They are loaded only when the OpenAPI document is made:
 * `shared/contract/index.ts` must not import them.
 */
export const examples: OperationExamples = {
  ...applicationExamples,
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
  ...webhookExamples,
};
