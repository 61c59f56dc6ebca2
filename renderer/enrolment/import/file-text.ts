/** Why a file is not a readable text. */
export type NoText = 'workbook' | 'binary' | 'empty' | 'tooLarge';

/** Maximum size of a file, in bytes. Source: contract `importSlots`. */
const MAX_BYTES = 1_000_000;

/**
 * Decodes a file: UTF-8 or UTF-16 by its mark, UTF-8 without one or, if invalid, the Windows code page of older
 * spreadsheets.
 */
export function textOfFile(bytes: Uint8Array): { readonly text: string } | { readonly fault: NoText } {
  if (bytes.length === 0) return { fault: 'empty' };
  if (bytes.length > MAX_BYTES) return { fault: 'tooLarge' };
  if (WORKBOOKS.some((mark) => mark.every((byte, at) => bytes[at] === byte))) return { fault: 'workbook' };
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  if (text.includes('\0')) return { fault: 'binary' };
  return text.trim() === '' ? { fault: 'empty' } : { text };
}

/** First bytes of workbooks: ZIP archives, and the compound files of older spreadsheets. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const;

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return 'utf-8';
  } catch {
    // Not UTF-8: accented letters are one byte.
    return 'windows-1252';
  }
}
