import { commonDescriptions } from './common.ts';
import { configurationDescriptions } from './configuration.ts';
import { contentDescriptions } from './content.ts';
import type { Descriptions } from './descriptions.ts';
import { deviceDescriptions } from './devices.ts';
import { enrolmentDescriptions } from './enrolment.ts';
import { lessonDescriptions } from './lessons.ts';
import { networkDescriptions } from './network.ts';
import { operationsDescriptions } from './operations.ts';
import { statisticsDescriptions } from './statistics.ts';
import { syncDescriptions } from './sync.ts';

/** The descriptions of every module; no two modules describe the same key. */
export const descriptionsByModule: readonly Descriptions[] = [
  commonDescriptions,
  deviceDescriptions,
  configurationDescriptions,
  contentDescriptions,
  lessonDescriptions,
  enrolmentDescriptions,
  networkDescriptions,
  operationsDescriptions,
  statisticsDescriptions,
  syncDescriptions,
];

/** All descriptions of the OpenAPI document. */
export const descriptions: Descriptions = Object.fromEntries(
  descriptionsByModule.flatMap((each) => Object.entries(each)),
);
