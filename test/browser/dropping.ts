// Simulates dragging files onto the screen, and slow uploads.
import { join } from 'node:path';
import type { Page } from 'playwright';

/** Drops a file from the computer onto the screen. */
export async function drop(page: Page, name: string, content: Buffer): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([fileName, base64]) => {
      const held = new DataTransfer();
      const content = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      held.items.add(new File([content], fileName));
      return held;
    },
    [name, content.toString('base64')] as const,
  );
  await page.dispatchEvent('.drop-zone', 'dragenter', { dataTransfer: transfer });
  await page.getByText('Drop to add to this station').waitFor();
  await page.dispatchEvent('.drop-zone', 'drop', { dataTransfer: transfer });
}

/** Drops files and folders of a folder on the disk, as a file manager does. */
export async function dropFromDisk(page: Page, names: readonly string[], folder: string): Promise<void> {
  const window = await page.context().newCDPSession(page);
  const data = { items: [], files: names.map((name) => join(folder, name)), dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await window.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
  }
  await window.detach();
}

/** Limits the browser's upload rate, in bytes per second; returns a function that removes the limit. */
export async function slowDown(page: Page, uploadThroughput: number): Promise<() => Promise<void>> {
  const wire = await page.context().newCDPSession(page);
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
  await wire.send('Network.emulateNetworkConditions', slow);
  return () => wire.detach();
}
