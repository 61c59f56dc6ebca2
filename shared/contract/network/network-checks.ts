import { z } from 'zod';

import {
  CHECK_STATUSES,
  NETWORK_CHECKS,
  NETWORK_FINDINGS,
  NETWORK_TODOS,
  type NetworkFinding,
} from './network-findings.ts';
import { endpoint } from '../endpoint.ts';
import { instantSchema, nothing, text } from '../primitives.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  path: '/station/network/checks',
} as const;

const findingSchema = z
  .custom<NetworkFinding>((value) => typeof value === 'string' && Object.hasOwn(NETWORK_FINDINGS, value))
  .meta({ override: { type: 'string', enum: Object.keys(NETWORK_FINDINGS) } });

/** The result of one check. `finding` and `todo` are stable codes; `details` may get more keys. */
const networkCheckSchema = z
  .object({
    id: z.enum(NETWORK_CHECKS),
    status: z.enum(CHECK_STATUSES),
    finding: findingSchema,
    todo: z.enum(NETWORK_TODOS),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'NetworkCheck' });

const networkChecksSchema = z
  .object({
    checkedAt: instantSchema,
    /** URL for the internet test; null: skipped. */
    internetAddress: z.string().nullable(),
    checks: z.array(networkCheckSchema),
  })
  .meta({ id: 'NetworkChecks' });
export type NetworkChecks = z.infer<typeof networkChecksSchema>;

/**
 * Returns what prevents headsets from reaching this station. Checks again if the last results are older than ten
 * seconds.
 */
export const getNetworkChecks = endpoint({
  ...common,
  method: 'GET',
  summary: 'Get the results of the network checks',
  role: 'viewer',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: networkChecksSchema,
  errors: [],
});

/**
 * Checks now. `internetAddress` is stored and used from now on, null stops the internet test: an http URL that
 * answers 204 without content, like those for detecting captive portals. Only the station's own organisation may set
 * it.
 */
export const runNetworkChecks = endpoint({
  ...common,
  method: 'POST',
  summary: 'Run the network checks',
  params: nothing,
  query: nothing,
  body: z.object({ internetAddress: text(2_048, 1).nullable().optional() }),
  reply: networkChecksSchema,
  errors: ['VALIDATION_FAILED'],
});
