import type { TestStation } from '../../../support/a-station.ts';
import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import type { TestContent } from '../../../support/a-content.ts';

/** A headset to which these contents are assigned, as files. */
export async function aHeadsetWith(station: TestStation, ...contents: readonly TestContent[]) {
  const headset = await station.enrolled();
  const files = contents.map(({ name, path }, at) => ({ id: `f${at}`, name, url: path }));
  await station.call(configureDevice, { params: { deviceId: headset.id }, body: { files } });
  return headset;
}

/** Downloads a content, or a range of it, with the headset's token. */
export async function fetchWith(
  station: TestStation,
  { token }: { readonly token: string },
  { path }: TestContent,
  range?: string,
) {
  const headers = { authorization: `Bearer ${token}`, ...(range === undefined ? {} : { range }) };
  const response = await fetch(station.url + path, { headers });
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, retryAfter: response.headers.get('retry-after'), bytes };
}
