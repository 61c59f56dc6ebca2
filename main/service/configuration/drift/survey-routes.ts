import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { mount } from '../../kernel/http/mount.ts';
import type { Records } from '../../devices/index.ts';
import { survey } from './survey.ts';

/** What many headsets shall have now, for an editor that shows them at once. */
export function mountSettingsSurvey(http: FastifyInstance, records: Records): void {
  mount(http, contract.surveySettings, ({ body, caller }) => survey(records, body.devicesId, caller));
}
