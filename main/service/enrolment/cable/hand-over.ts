import { posix } from 'node:path';

import type { CableRecipe } from '../../../../shared/contract/enrolment/cable-recipe.ts';
import { type AdbConnection, oneChunk } from '../../../adb/connection.ts';

/** The data with which the agent enrols on its own. The tokens leave the station only in this file. */
export type HandOver = {
  readonly url: string;
  /** Fingerprint of the station's key; null if a public certificate authenticates the URL. */
  readonly fingerprint: string | null;
  readonly enrollmentToken: string;
  readonly accessToken: string;
};

type How = NonNullable<CableRecipe['handOver']>;

/**
 * Writes the file and tells the agent its path.
 * @throws {CableError}
 */
export async function handOver(
  headset: AdbConnection,
  how: How,
  { packageName, input }: { readonly packageName: string; readonly input: HandOver },
): Promise<void> {
  const file = fileOf(how, packageName);
  await headset.must(['mkdir', '-p', posix.dirname(file)]);
  await headset.push(file, oneChunk(JSON.stringify(input)));
  await headset.must(commandOf(how, { ...input, file, packageName }));
}

/** Removes the file, if the headset is still connected. Its token is void anyway. */
export async function removeHandOver(headset: AdbConnection, how: How, packageName: string): Promise<void> {
  await headset.run(['rm', '-f', fileOf(how, packageName)]).catch(() => undefined);
}

function fileOf({ file }: How, packageName: string): string {
  return file.replaceAll('{package}', packageName);
}

const VERBS: Readonly<Record<How['kind'], readonly string[]>> = {
  activity: ['am', 'start', '-W'],
  service: ['am', 'start-foreground-service'],
  // A newly installed app is "stopped", and receives only broadcasts that include stopped packages.
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
