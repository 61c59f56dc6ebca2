import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { hasPrograms } from '../../main/service/network/mac/node-arp.ts';
import { TwoHosts } from '../support/two-hosts.ts';
import type { Result } from './result.ts';

/** Number of addresses in a school's network. */
const NEIGHBOURS = 254;
/** It gets these addresses, eight at once: all of them would take long, and each takes the same time. */
const SAMPLE = 48;

const measuredSchema = z.object({ ourMs: z.number(), ours: z.int(), theirMs: z.number(), theirs: z.int() });

/**
 * Measures the lookup of 254 neighbours that are not in the table, against node-arp alone with eight at once. Both
 * run in a network namespace whose other end has 254 addresses, all of which answer.
 */
export async function neighbours(): Promise<Result> {
  const obstacle = TwoHosts.obstacle();
  if (obstacle !== undefined) throw new Error(obstacle);
  if (!(await hasPrograms('linux')))
    throw new Error('ping (iputils-ping) or arp (net-tools) is not installed');
  using hosts = new TwoHosts();
  // 10.77.0.0/19 contains both hosts and two blocks of addresses for the other one.
  hosts.widen(19);
  hosts.addHeadsetAddresses(addresses(22, NEIGHBOURS), 19);
  hosts.addHeadsetAddresses(addresses(24, SAMPLE), 19);
  const script = fileURLToPath(new URL('neighbours-contest.ts', import.meta.url));
  const [program = '', ...words] = hosts.throughStation;
  const input = JSON.stringify({ ours: addresses(22, NEIGHBOURS), theirs: addresses(24, SAMPLE) });
  const run = spawnSync(program, [...words, process.execPath, script, input], { encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
  const { ourMs, ours, theirMs, theirs } = measuredSchema.parse(JSON.parse(run.stdout));
  if (ours !== NEIGHBOURS) throw new Error(`Only ${String(ours)} of ${String(NEIGHBOURS)} were found`);
  const theirsForAllMs = (theirMs / SAMPLE) * NEIGHBOURS;
  return {
    name: 'neighbours',
    ratio: theirsForAllMs / ourMs,
    bar: { limit: 30, is: 'at-least' },
    limits: [{ what: 'ours', value: ourMs, atMost: 1_000, unit: 'ms' }],
    detail:
      `${String(NEIGHBOURS)} neighbours in ${ourMs.toFixed(0)} ms; node-arp ${String(theirs)} of ${String(SAMPLE)} in ` +
      `${theirMs.toFixed(0)} ms, eight at once, so about ${(theirsForAllMs / 1_000).toFixed(1)} s for all`,
  };
}

function addresses(third: number, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `10.77.${String(third)}.${String(at + 1)}`);
}
