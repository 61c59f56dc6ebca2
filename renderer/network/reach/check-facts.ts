import { z } from 'zod';

import type { CheckView } from './network-verdict.ts';

const texts = z.array(z.string()).catch([]);
const figure = z.number().nullable().catch(null);
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
  port: figure,
  program: word,
  pid: figure,
  headsets: figure,
  measured: figure,
  wrong: figure,
  skewMs: figure,
  size: figure,
  taken: figure,
  address: word,
  networks: z
    .array(
      z.object({ interfaceName: z.string(), address: z.string(), name: z.string(), isHeard: z.boolean() }),
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
