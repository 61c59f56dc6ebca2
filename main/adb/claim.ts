import { type AdbConnection, CableError } from './connection.ts';
import { CLAIM_FILE } from './guard.ts';

/** A station, as it names itself on a headset. */
export type StationName = { readonly id: string; readonly name: string };

/** What a headset says about who manages it: the station, and which of its headsets this is. */
export type Claim = { readonly station: StationName; readonly deviceId: string };

/** Returns the line that distinguishes this headset of this station from every other. */
export function markOf({ station, deviceId }: Claim): string {
  return `${station.id}/${deviceId}`;
}

/** Writes the two lines that it is given, and nothing without them. */
const WRITE = `read -r m && IFS= read -r n && printf '%s\\n%s\\n' "$m" "$n" >${CLAIM_FILE}`;

/**
 * Claims the headset that `decide` finds at a connection. The writing shell is started before it is known who is there,
 * and ends with its connection: a headset that takes the place of the other meanwhile is not claimed. Nothing is written
 * where it returns null.
 * @throws {CableError} MANAGED_ELSEWHERE with the name of the station that has it, unless `takesOver`; CANNOT_WRITE.
 */
export async function claim(
  adb: AdbConnection,
  decide: () => Promise<{ readonly claim: Claim; readonly takesOver: boolean } | null>,
): Promise<void> {
  const decided = async (): Promise<string> => {
    const found = await decide();
    if (found === null) return '';
    const { claim: wanted, takesOver } = found;
    const now = await readClaim(adb);
    if (now !== null && now.station.id !== wanted.station.id && !takesOver)
      throw new CableError('MANAGED_ELSEWHERE', now.station.name);
    // A headset whose storage is full stays managed.
    return now !== null && textOf(now) === textOf(wanted) ? '' : textOf(wanted);
  };
  await adb.runAfter(['sh', '-c', WRITE], decided, 'CANNOT_WRITE');
}

function textOf(wanted: Claim): string {
  return `${markOf(wanted)}\n${wanted.station.name.replaceAll(/\p{Cc}/gu, ' ')}\n`;
}

/** Returns who manages a headset, as it says itself; null if nobody, or nothing that can be read. @throws {CableError} */
export async function readClaim(adb: Pick<AdbConnection, 'run'>): Promise<Claim | null> {
  const { exitCode, stdout } = await adb.run(['cat', CLAIM_FILE]);
  const match = /^([\w-]{1,64})\/([\w-]{0,64})\r?\n([^\n\r]{0,80})/.exec(stdout);
  if (exitCode !== 0 || match === null) return null;
  const [, id = '', deviceId = '', name = ''] = match;
  return { station: { id, name: name.trim() === '' ? id : name.trim() }, deviceId };
}

/** Lets any station claim a headset. @throws {CableError} */
export async function removeClaim(adb: AdbConnection): Promise<void> {
  await adb.must(['rm', '-f', CLAIM_FILE]);
}
