import { resolve } from 'node:path';

import type { UpdateProblem, UpdateSettings } from '../../../../shared/update-state.ts';
import { Updates } from '../../../updates/updates.ts';
import { version } from '../../product.ts';
import { isPackage, thisCopy, updateParts } from './this-copy.ts';

const HELP = `Usage: muster update SOURCE

Verifies a new version and unpacks it into the folder of this copy. The next start uses it, and returns to this version
if it is not ready within 30 seconds. Updates need no internet: SOURCE is the downloaded archive, a folder or USB stick
with the archive, latest-portable-….yml and its .sig, or an https URL.

Exit codes: 0 ready or nothing newer, 1 failure, 2 wrong usage.`;

/** Why there is no update, and what to do. */
const PROBLEMS: Readonly<Record<UpdateProblem, (version: string) => string>> = {
  FEED_INVALID: () => 'The source must be an https URL, a folder or an archive. See --help.',
  FEED_UNREACHABLE: () =>
    'The source could not be read. It must have the list of releases for this system (latest-portable-….yml) and its .sig beside the archive.',
  DOWNLOAD_FAILED: (of) => `The archive of ${of} could not be read. Download or copy it again.`,
  SIGNATURE_WRONG: (of) => `Version ${of} is not signed by the publisher of Muster. Nothing was changed.`,
  LIST_EXPIRED: () =>
    'The list of releases is too old to be trusted. Check the date of this computer, or download a newer release.',
  INSTALL_FAILED: (of) => `Version ${of} could not be installed. Nothing was changed.`,
  VERSION_OLDER: (of) => `Version ${of} is older than this one, ${version}. Nothing was changed.`,
  TARGET_WRONG: () =>
    'The source has no version for this system. Download the archive and the list of releases for this system.',
  ARCHIVE_DAMAGED: (of) =>
    `The archive of ${of} is damaged or incomplete. Download or copy it again; nothing was changed.`,
  DISK_FULL: () => 'The disk is full. Free some space, then try again; nothing was changed.',
  FOLDER_READONLY: () =>
    'The folder of Muster cannot be written. Copy it to a disk of this computer, and update it there.',
  NOT_READY: (of) => `Version ${of} did not start.`,
};

/** Runs `muster update …words`; sets the exit code. */
export async function update(words: readonly string[]): Promise<void> {
  const [source, ...more] = words;
  if (source === '--help' || source === '-h') {
    console.log(HELP);
    return;
  }
  if (source === undefined || more.length > 0 || source.startsWith('-'))
    return fail('update needs one source. See muster update --help.', 2);
  const copy = thisCopy();
  if (copy === undefined) {
    return fail(
      isPackage()
        ? 'Muster was installed as a Debian package. Update it with: sudo apt install ./muster_VERSION_ARCHITECTURE.deb'
        : 'Only a portable copy updates itself.',
    );
  }
  const feed = source.startsWith('https://') ? source : resolve(source);
  const settings = oneSource({ isOn: true, feed });
  const parts = updateParts(copy, () => Promise.resolve());
  const updates = new Updates(settings, () => false, { ...parts, failed: undefined });
  const { state, version: found, problem } = await updates.check();
  if (state === 'unavailable')
    return fail(
      'This copy was built without a release key, so it cannot update itself. Unpack new versions by hand.',
    );
  if (problem !== null) return fail(PROBLEMS[problem](found ?? ''));
  if (state === 'ready' && found !== null) {
    copy.setNote({ version: found, step: 'waiting', attempts: 0 });
    console.log(`Version ${found} is verified. It replaces ${version} when Muster starts the next time.`);
  } else console.log(`This is the newest version, ${version}.`);
  process.exitCode = 0;
}

function fail(message: string, code = 1): void {
  console.error(`muster: ${message}`);
  process.exitCode = code;
}

/** Settings for one check, stored nowhere. */
function oneSource(updates: UpdateSettings) {
  return { get: () => ({ updates }), change: () => undefined };
}
