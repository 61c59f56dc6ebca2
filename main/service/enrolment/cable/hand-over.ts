import { posix } from 'node:path';

import type { CableRecipe } from '../../../../shared/contract/enrolment/cable.ts';
import type { CableHeadset } from './headset.ts';

/** What the agent needs to enrol by itself. The tokens leave the station in the file alone. */
export type HandOver = {
  readonly url: string;
  /** Of the station's key; null where a public certificate vouches for the address. */
  readonly fingerprint: string | null;
  readonly enrollmentToken: string;
  readonly accessToken: string;
};

type How = CableRecipe['handOver'];

/** Writes the file and tells the agent where it lies. @throws {CableError} */
export async function handOver(
  headset: CableHeadset,
  how: How,
  { packageName, given }: { readonly packageName: string; readonly given: HandOver },
): Promise<void> {
  const file = fileOf(how, packageName);
  await headset.must(['mkdir', '-p', posix.dirname(file)]);
  await headset.push(file, oneChunk(JSON.stringify(given)));
  await headset.must(commandOf(how, { ...given, file, packageName }));
}

/** Removes the file, where the headset is still at the cable. The token in it is void anyway. */
export async function removeHandOver(headset: CableHeadset, how: How, packageName: string): Promise<void> {
  await headset.run(['rm', '-f', fileOf(how, packageName)]).catch(() => undefined);
}

function fileOf({ file }: How, packageName: string): string {
  return file.replaceAll('{package}', packageName);
}

const VERBS: Readonly<Record<How['kind'], readonly string[]>> = {
  activity: ['am', 'start', '-W'],
  service: ['am', 'start-foreground-service'],
  // An app that was just installed is "stopped", and hears only who says that it may be woken.
  broadcast: ['am', 'broadcast', '--include-stopped-packages'],
};

function commandOf(
  { kind, component, action, extras }: How,
  known: Pick<HandOver, 'url' | 'fingerprint'> & { readonly file: string; readonly packageName: string },
): string[] {
  const values: Readonly<Record<string, string>> = {
    '{url}': known.url,
    '{fingerprint}': known.fingerprint ?? '',
    '{file}': known.file,
    '{package}': known.packageName,
  };
  const filled = (text: string): string => text.replaceAll(/\{\w+\}/g, (name) => values[name] ?? name);
  return [
    ...VERBS[kind],
    '-n',
    component,
    ...(action === null ? [] : ['-a', action]),
    ...extras.flatMap(({ name, value }) => ['--es', name, filled(value)]),
  ];
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
