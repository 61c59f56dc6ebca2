import { posix } from 'node:path';

import { readDigest } from '../../shared/domain/enrolment/cable/answers.ts';
import { type AdbConnection, CableError } from './connection.ts';

/**
 * Writes a file under another name until it is complete and checked: an unplugged cable leaves no partial file under
 * the final name.
 * @throws {CableError}
 */
export async function putWhole(
  headset: AdbConnection,
  path: string,
  { sha256, chunks }: { readonly sha256: string; readonly chunks: AsyncIterable<Uint8Array> },
): Promise<void> {
  const part = `${path}.muster-part`;
  try {
    await headset.must(['mkdir', '-p', posix.dirname(path)]);
    await headset.push(part, chunks);
    if (readDigest((await headset.run(['sha256sum', part])).stdout) !== sha256)
      throw new CableError('DIGEST_WRONG', posix.basename(path));
    await headset.must(['mv', '-f', part, path]);
  } catch (error) {
    // The rest of it would only use space.
    await headset.run(['rm', '-f', part]).catch(() => undefined);
    throw error;
  }
}
