import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';

import { contract } from '../../../../shared/contract/index.ts';
import type { TestStation } from '../../../support/a-station.ts';
import { DEMOS_APK_FILE, SETTINGS_APK_FILE } from '../../../support/real-apks.ts';

/** Real APKs. */
export const SETTINGS_APK = readFileSync(SETTINGS_APK_FILE);
export const DEMOS_APK = readFileSync(DEMOS_APK_FILE);

export const MIB = 1024 * 1024;

/** Unique bytes. */
export function someBytes(length: number): Buffer {
  return randomBytes(length);
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

type Query = Readonly<Record<string, string>>;
/** A stream of bytes without an announced length. */
type Sent = Uint8Array<ArrayBuffer> | Buffer | ReadableStream<Uint8Array>;

type Answered<Reply> = { readonly status: number; readonly body: Reply };

/** Sends bytes to an operation; the OpenAPI document must have the answer. */
async function sendBytes(
  station: TestStation,
  operation: { readonly method: string; readonly path: string },
  { path, query, bytes, token = station.token }: { path: string; query: Query; bytes: Sent; token?: string },
): Promise<Answered<unknown>> {
  const init = {
    method: operation.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: bytes instanceof ReadableStream ? bytes : new Uint8Array(bytes),
    // Required for a stream.
    duplex: 'half',
  };
  const response = await fetch(`${station.url}${path}?${new URLSearchParams(query).toString()}`, init);
  const body: unknown = await response.json();
  (await station.openApiCheck()).assertDocumented({
    ...operation,
    status: response.status,
    headers: response.headers,
    body,
  });
  return { status: response.status, body };
}

/** Uploads a whole file. */
export async function upload(
  station: TestStation,
  bytes: Sent,
  query: Query = {},
  token?: string,
): Promise<Answered<z.output<typeof contract.addToLibrary.reply>>> {
  const { path } = contract.addToLibrary;
  const sent = { path, query, bytes, ...(token === undefined ? {} : { token }) };
  return (await sendBytes(station, contract.addToLibrary, sent)) as Answered<
    z.output<typeof contract.addToLibrary.reply>
  >;
}

/** Sends a part of an upload. */
export async function sendPart(
  station: TestStation,
  uploadId: string,
  offset: number,
  bytes: Sent,
): Promise<Answered<z.output<typeof contract.continueUpload.reply>>> {
  const path = `/station/library/uploads/${uploadId}`;
  const sent = { path, query: { offset: String(offset) }, bytes };
  return (await sendBytes(station, contract.continueUpload, sent)) as Answered<
    z.output<typeof contract.continueUpload.reply>
  >;
}

/** Assigns an application at an address to a headset. */
export async function assign(station: TestStation, deviceId: string, url: string): Promise<void> {
  const body = { applications: [{ id: 'app-1', packageName: 'com.example.app', url, codeVersion: 1 }] };
  const { status } = await station.call(contract.configureDevice, { params: { deviceId }, body });
  if (status !== 200) throw new Error(`not configured: ${status}`);
}
