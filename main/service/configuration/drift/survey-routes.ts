import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { Records } from '../../devices/index.ts';
import { survey } from './survey.ts';

/** Serves the desired settings of many headsets, for an editor that shows them at once. */
export function mountSettingsSurvey(http: FastifyInstance, records: Records): void {
  mount(http, contract.surveySettings, ({ body, caller }) => survey(records, body.devicesId, caller));
}
