import { errorBodySchema } from '../../../shared/contract/errors.ts';
import type { Refusal } from '../../service/api.ts';
import { connection } from '../../service/session.ts';

/** Downloads a file of the station; returns why not if it fails. */
export async function saveBytes(path: string, name: string): Promise<Refusal | null> {
  const key = connection();
  const headers = key === null ? {} : { authorization: `Bearer ${key.token}` };
  const answer = await fetch((key?.url ?? '') + path, { headers }).catch(() => null);
  if (answer === null) return { refused: 'offline', message: '' };
  if (!answer.ok) {
    const error = errorBodySchema.safeParse(await answer.json().catch(() => null));
    return error.success
      ? { refused: error.data.code, message: error.data.message }
      : { refused: 'INTERNAL', message: '' };
  }
  // An incomplete file is useless.
  const bytes = await answer.blob().catch(() => null);
  if (bytes === null) return { refused: 'offline', message: '' };
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked after the download has begun, because some browsers would cancel it otherwise.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return null;
}
