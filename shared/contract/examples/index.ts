import { configureExamples } from './configure.ts';
import { deviceExamples } from './devices.ts';
import { enrolmentExamples } from './enrolment.ts';
import type { OperationExamples } from './example.ts';
import { lanExamples } from './lan.ts';
import { stationExamples } from './station.ts';

export { parameterNotes } from './parameters.ts';
export { streamExamples } from './streams.ts';

/**
 * The examples of every operation by its name. They are loaded only when the OpenAPI document is made:
 * `shared/contract/index.ts` must not import them.
 */
export const examples: OperationExamples = {
  ...configureExamples,
  ...deviceExamples,
  ...enrolmentExamples,
  ...lanExamples,
  ...stationExamples,
};
