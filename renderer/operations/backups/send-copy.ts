import type { CopyView } from '../../../shared/contract/operations/backups.ts';
import { addCopy } from '../../../shared/contract/operations/backups.ts';
import type { Refusal } from '../../service/api.ts';
import { sendBytes } from '../../service/send-bytes.ts';

/** Uploads an encrypted backup; reports progress. */
export async function sendCopy(
  file: File,
  onShare: (share: number) => void,
): Promise<{ readonly reply: CopyView } | Refusal> {
  const sent = await sendBytes({
    endpoint: addCopy,
    path: addCopy.path,
    bytes: file,
    onProgress: (sentBytes) => onShare(file.size === 0 ? 1 : sentBytes / file.size),
  });
  return sent === 'cut' ? { refused: 'offline', message: '' } : sent;
}
