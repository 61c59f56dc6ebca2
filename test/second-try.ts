import type { Tally } from './tally.ts';

/** More files than these are no bad luck. */
const MOST_FILES = 8;

/**
 * The files to run again, whole and in a process of their own: a test that is tried again among what its first try left
 * behind says nothing. None where an error belongs to no test, or where too much failed to be bad luck.
 */
export function filesToTryAgain({ files, outside }: Tally): readonly string[] {
  const failed = files.filter((each) => each.failed.length > 0).map(({ file }) => file);
  return outside.length > 0 || failed.length > MOST_FILES ? [] : failed;
}

/** What both tries came to: the second one counts for its files, and what failed only in the first is unsteady. */
export function bothTries(
  first: Tally,
  second: Tally,
): { readonly tally: Tally; readonly unsteady: readonly string[] } {
  const again = new Map(second.files.map((each) => [each.file, each]));
  const unsteady = first.files.flatMap(({ file, failed }) => {
    const stillFails = new Set(again.get(file)?.failed.map(({ title }) => title));
    return again.has(file)
      ? failed.filter(({ title }) => !stillFails.has(title)).map(({ title, why }) => lineOf(file, title, why))
      : [];
  });
  const files = first.files.map((each) => again.get(each.file) ?? each);
  return { tally: { files, outside: [...first.outside, ...second.outside] }, unsteady };
}

/** A test and what is to be said of it, in one line. */
export function lineOf(file: string, title: string, what: string): string {
  return `${file}: ${title}${what === '' ? '' : ` (${what})`}`;
}
