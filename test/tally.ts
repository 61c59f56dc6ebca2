import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import { z } from 'zod';

import type { TestError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';

/** What a run of the tests came to. A file that does not load counts as one failed test. */
export const tallySchema = z.object({
  passed: z.int(),
  failed: z.array(z.string()),
  skipped: z.array(z.object({ title: z.string(), reason: z.string() })),
  /** Passed, but only when it was tried again. */
  unsteady: z.array(z.string()).default([]),
});
export type Tally = z.infer<typeof tallySchema>;

/**
 * Writes what a run came to into `file`, for the closing line of `npm test`.
 * Vitest's own JSON report leaves out why a test was skipped.
 */
export function tally(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const found = countModules(modules);
      for (const error of unhandledErrors) found.failed.push(`outside any test: ${error.message}`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(found));
    },
  };
}

function countModules(modules: readonly TestModule[]): Tally {
  const found: Tally = { passed: 0, failed: [], skipped: [], unsteady: [] };
  for (const module of modules) {
    const failedBefore = found.failed.length;
    for (const test of module.children.allTests()) {
      const result = test.result();
      const title = `${module.relativeModuleId}: ${test.fullName}`;
      if (test.diagnostic()?.flaky === true) found.unsteady.push(`${title}${whyOf(result.errors)}`);
      if (result.state === 'passed') found.passed += 1;
      else if (result.state === 'skipped') found.skipped.push({ title, reason: result.note ?? '' });
      else found.failed.push(title);
    }
    // A syntax error or a hook that throws fails the file without failing any test in it.
    const isWhole = module.state() !== 'failed' || found.failed.length > failedBefore;
    if (!isWhole) found.failed.push(`${module.relativeModuleId}: did not load or clean up`);
  }
  return found;
}

/** What went wrong at the first try, and where: a run elsewhere leaves nothing else to find it by. */
function whyOf(errors: readonly TestError[] | undefined): string {
  const first = errors?.[0];
  if (first === undefined) return '';
  const place = first.stacks?.find(({ file }) => !file.includes('node_modules'));
  const at = place === undefined ? '' : ` at ${basename(place.file)}:${String(place.line)}`;
  return ` (${stripVTControlCharacters(first.message).replaceAll(/\s+/g, ' ').slice(0, 300)}${at})`;
}
