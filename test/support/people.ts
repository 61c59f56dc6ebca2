import { addPerson } from '../../shared/contract/access/people.ts';
import type { Role } from '../../shared/contract/access/roles.ts';
import { openSession } from '../../shared/contract/access/tokens.ts';
import type { TestStation } from './a-station.ts';

/** The passcode of the person of this name in the tests. */
export const passcodeOf = (name: string): string => `passcode of ${name}`;

/** A person with a passcode, limited to some carts or not. */
export async function aPerson(
  station: TestStation,
  name: string,
  role: Role,
  carts: string[] | null = null,
): Promise<string> {
  const { status, body } = await station.call(addPerson, {
    body: { name, role, passcode: passcodeOf(name), carts },
  });
  if (status !== 200) throw new Error(`${name} was not added: ${status}`);
  return body.id;
}

/** Signs in on the station's own computer. */
export async function signInLocally(station: TestStation, passcode: string) {
  return station.call(openSession, { body: { passcode }, token: null });
}
