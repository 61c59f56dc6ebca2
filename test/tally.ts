import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { TestError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { z } from 'zod';

/** Result of one test file. A file that does not load, or does not clean up, counts as one failed test. */
const fileTallySchema = z.object({
  /** Relative to the project's folder. */
  file: z.string(),
  passed: z.int(),
  /** `why` is the first error and its location, which is all that the output of CI shows. */
  failed: z.array(z.object({ title: z.string(), why: z.string() })),
  skipped: z.array(z.object({ title: z.string(), reason: z.string() })),
  /** In s. */
  took: z.int(),
});
type FileTally = z.infer<typeof fileTallySchema>;

/** Result of a test run. */
export const tallySchema = z.object({
  files: z.array(fileTallySchema),
  /** Errors outside any test. */
  outside: z.array(z.string()),
});
export type Tally = z.infer<typeof tallySchema>;

/**
 * Writes the result of a run into `file`, for the closing line of `npm test`. Vitest's own JSON report omits why a
 * test was skipped.
 */
export function tally(file: string): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const found: Tally = {
        files: modules.map(countModule),
        outside: unhandledErrors.map(({ message }) => message),
      };
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(found));
    },
  };
}

function countModule(module: TestModule): FileTally {
  const { duration } = module.diagnostic();
  const found: FileTally = {
    file: module.relativeModuleId,
    passed: 0,
    failed: [],
    skipped: [],
    took: Math.round(duration / 1_000),
  };
  for (const test of module.children.allTests()) {
    const result = test.result();
    const title = test.fullName;
    if (result.state === 'passed') found.passed += 1;
    else if (result.state === 'skipped') found.skipped.push({ title, reason: result.note ?? '' });
    else found.failed.push({ title, why: whyOf(result.errors) });
  }
  // A syntax error or a hook that throws fails the file without failing any test in it.
  if (module.state() === 'failed' && found.failed.length === 0)
    found.failed.push({ title: 'did not load or clean up', why: whyOf(module.errors()) });
  return found;
}

function whyOf(errors: readonly Pick<TestError, 'message' | 'stacks'>[] | undefined): string {
  const first = errors?.[0];
  if (first === undefined) return '';
  const place = first.stacks?.find(({ file }) => !file.includes('node_modules'));
  const at = place === undefined ? '' : ` at ${basename(place.file)}:${String(place.line)}`;
  return `${stripVTControlCharacters(first.message).replaceAll(/\s+/g, ' ').slice(0, 300)}${at}`;
}
