import { addCopy, createBackup } from '../../shared/contract/operations/backups.ts';
import { addPerson } from '../../shared/contract/access/people.ts';
import type { TestStation } from '../support/a-station.ts';

type Staged = AsyncDisposable & { readonly ids: readonly string[]; readonly named: Record<string, string> };

/** Two backups, the newer one encrypted, a headset that is in neither, and people of every role. */
export async function stationScene(station: TestStation): Promise<Staged> {
  await station.enrolled();
  await station.call(createBackup);
  for (const [name, role] of [
    ['Madame Laurent', 'teacher'],
    ['Karim', 'technician'],
    ['Ines', 'viewer'],
  ] as const)
    await station.call(addPerson, { body: { name, role, passcode: `passcode of ${name}` } });
  await station.enrolled();
  const { body } = await station.call(createBackup);
  const passphrase = 'seven words of the reef school';
  await station.call(addCopy, { body: { backupName: body.name, passphrase } });
  await station.enrolled();
  return { ids: [], named: {}, [Symbol.asyncDispose]: () => Promise.resolve() };
}
