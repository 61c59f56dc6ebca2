import { quote } from '../../shared/domain/enrolment/cable/answers.ts';

/** Where the shell of a headset keeps files of its own. Source: Android, adb. */
export const TOOLS_FOLDER = '/data/local/tmp';
/** Where a headset keeps which station manages it over adb, and as which of its headsets; a reset removes it. */
export const CLAIM_FILE = `${TOOLS_FOLDER}/muster-station`;
/** What the shell answers instead of running a command that is for another headset. */
const OTHER = { exitCode: 77, words: 'muster: another headset' } as const;

/**
 * Returns the start of a command line that runs the rest only on the headset with this mark. The shell itself compares,
 * so that no other headset can take its place between a question and the command, and starts no program for it.
 */
export function guardFor(mark: string, file = CLAIM_FILE): string {
  const refuse = `{ echo ${quote(OTHER.words)} >&2; exit ${OTHER.exitCode}; }`;
  return `read -r m 2>/dev/null <${file} && [ "$m" = ${quote(mark)} ] || ${refuse}; `;
}

/** True if the guard of a command line stopped it. */
export function isOther({
  exitCode,
  stderr,
}: {
  readonly exitCode: number;
  readonly stderr: string;
}): boolean {
  return exitCode === OTHER.exitCode && stderr.includes(OTHER.words);
}
