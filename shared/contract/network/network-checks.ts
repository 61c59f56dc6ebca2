import { z } from 'zod';

import {
  CHECK_STATUSES,
  NETWORK_CHECKS,
  NETWORK_FINDINGS,
  NETWORK_TODOS,
  type NetworkFinding,
} from './network-findings.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, text, nullableString } from '../primitives.ts';

const findingSchema = z
  .custom<NetworkFinding>((value) => typeof value === 'string' && Object.hasOwn(NETWORK_FINDINGS, value))
  .meta({ override: { type: 'string', enum: Object.keys(NETWORK_FINDINGS) } });

/** The result of one check. `finding` and `todo` are stable codes; `details` may get more keys. */
const networkCheckSchema = z
  .object({
    id: z.enum(NETWORK_CHECKS).describe('Name of the check.'),
    status: z.enum(CHECK_STATUSES).describe('`unknown` is neither good nor bad: it could not be checked.'),
    finding: findingSchema.describe('Stable code of what was found; null if nothing.'),
    todo: z.enum(NETWORK_TODOS).describe('Stable code of what to do.'),
    details: z.record(z.string(), z.unknown()).describe('Data of the finding; keys may be added.'),
  })
  .meta({ id: 'NetworkCheck', description: 'Result of a network check.' });

const networkChecksSchema = z
  .object({
    checkedAt: instantSchema.describe('When it was last checked.'),
    internetAddress: nullableString.describe('URL to test internet access with; null to skip the test.'),
    checks: z.array(networkCheckSchema).describe('Results in the order in which they are shown.'),
  })
  .meta({ id: 'NetworkChecks', description: 'Results of the network checks.' });
export type NetworkChecks = z.infer<typeof networkChecksSchema>;

/**
 * Returns what prevents headsets from reaching this station. Checks again if the last results are older than ten
 * seconds.
 */
export const getNetworkChecks = endpoint('GET /station/network/checks', {
  summary: 'Get the results of the network checks',
  role: 'viewer',
  reply: networkChecksSchema,
});

/**
 * Checks now. `internetAddress` is stored and used from now on, null stops the internet test: an http URL that
 * answers 204 without content, like those for detecting captive portals. Only the station's own organisation may set
 * it.
 */
export const runNetworkChecks = endpoint('POST /station/network/checks', {
  summary: 'Run the network checks',
  body: z.object({
    internetAddress: text(2_048, 1)
      .nullable()
      .optional()
      .describe('URL to test internet access with; null to skip the test.'),
  }),
  reply: networkChecksSchema,
  errors: ['VALIDATION_FAILED'],
});
