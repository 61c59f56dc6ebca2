import { z } from 'zod';

import type { CheckView } from './network-verdict.ts';

const texts = z.array(z.string()).catch([]);
const metric = z.number().nullable().catch(null);
const word = z.string().nullable().catch(null);

/** All possible details of a finding; missing or invalid ones are skipped. */
const factsSchema = z.object({
  addresses: z
    .array(
      z.union([
        z.string(),
        z.object({ address: z.string(), interfaceName: z.string() }).transform((each) => each.address),
      ]),
    )
    .catch([]),
  silent: texts,
  reached: texts,
  up: texts,
  missing: texts,
  commands: texts,
  port: metric,
  program: word,
  pid: metric,
  headsets: metric,
  measured: metric,
  wrong: metric,
  skewMs: metric,
  size: metric,
  taken: metric,
  address: word,
  networks: z
    .array(
      z.object({ interfaceName: z.string(), address: z.string(), name: z.string(), isReceived: z.boolean() }),
    )
    .catch([]),
  stations: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        address: z.string(),
        port: z.number(),
        isCopy: z.boolean(),
      }),
    )
    .catch([]),
  devices: z
    .array(z.object({ deviceId: z.string(), label: z.string().nullable(), skewMs: z.number() }))
    .catch([]),
});

/** Details of a finding, ready to show. */
export type CheckFacts = z.infer<typeof factsSchema>;

/** Parses the details of a finding, which may grow and vary. */
export function factsOf({ details }: Pick<CheckView, 'details'>): CheckFacts {
  return factsSchema.parse({
    ...Object.fromEntries(Object.keys(factsSchema.shape).map((name) => [name, undefined])),
    ...details,
  });
}
