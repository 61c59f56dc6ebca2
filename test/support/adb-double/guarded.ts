import type { Disk } from './disk.ts';
import type { Result } from './system.ts';
import { words } from './words.ts';

/** A command line that `guardFor` starts: the file, the mark, and the command. */
const GUARD = /^read -r m 2>\/dev\/null <(\S+) && \[ "\$m" = (\S+) \] \|\| \{ .*? exit 77; \}; (.*)$/s;

/** What a shell prints instead of running a command that is for another headset. */
export const OTHER_HEADSET: Result = { exitCode: 77, stderr: 'muster: another headset\n' };

/** Returns the command of a line, and whether its guard lets it run here. */
export function guarded(
  line: string,
  disk: Disk,
): { readonly command: string; readonly isForAnother: boolean } {
  const match = GUARD.exec(line);
  if (match === null) return { command: line, isForAnother: false };
  const [, file = '', mark = '', command = ''] = match;
  return { command, isForAnother: disk.text(file)?.split('\n')[0] !== words(mark)[0] };
}

/** Runs a script that writes the lines of its input to a file; undefined for any other. */
export async function writtenLines(
  script: string,
  disk: Disk,
  isWritable: boolean,
  stdin: () => Promise<Buffer>,
): Promise<Result | undefined> {
  const file = /^read .* >(\S+)$/.exec(script)?.[1];
  if (file === undefined) return undefined;
  const text = await stdin();
  if (text.length > 0 && !isWritable)
    return { exitCode: 1, stderr: `sh: can't create ${file}: Permission denied\n` };
  if (text.length > disk.freeBytes)
    return { exitCode: 1, stderr: 'printf: write error: No space left on device\n' };
  if (text.length > 0) disk.write(file, text);
  return { exitCode: text.length > 0 ? 0 : 1 };
}
