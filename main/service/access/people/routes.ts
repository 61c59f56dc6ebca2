import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';

import { contract } from '../../../../shared/contract/index.ts';
import { MAX_PEOPLE, type Person } from '../../../../shared/contract/access/people.ts';
import { toInstant, toInstantOrNull } from '../../kernel/clock.ts';
import type { Core } from '../../kernel/kernel.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Caller } from '../../kernel/http/caller.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import { newId } from '../../kernel/new-id.ts';
import type { Tokens } from '../tokens/tokens.ts';
import type { PasscodeHasher } from './passcode-hasher.ts';
import type { PeopleStore, PersonRow } from './store.ts';

type PeopleRoutes = {
  readonly core: Core;
  readonly people: PeopleStore;
  readonly hasher: PasscodeHasher;
  readonly tokens: Tokens;
  readonly ownEnterpriseId: string;
};

/** Serves the people who may sign in with their own passcode. */
export function mountPeople(http: FastifyInstance, input: PeopleRoutes): void {
  const { core, people, hasher, tokens, ownEnterpriseId } = input;
  const { clock, writer } = core;
  const refuse = (caller: Caller) => refuseCaller(caller, ownEnterpriseId);
  const show = (row: PersonRow): Person => toPerson(row, tokens);

  mount(http, contract.listPeople, ({ caller }) =>
    caller.enterpriseId === ownEnterpriseId ? { items: people.all().map(show) } : unknownIds(),
  );

  mount(http, contract.addPerson, async ({ body: { name, role, passcode, carts = null }, caller }) => {
    const refused = refuse(caller);
    if (refused !== undefined) return refused;
    if (carts !== null && role === 'technician') return notLimited();
    const hash = await hasher.make(passcode);
    return writer.run(() => {
      const id = newId();
      const existing = findTaken(people, { id, name: name.trim(), passcode: hash });
      if (existing !== undefined) return existing;
      if (people.count() >= MAX_PEOPLE)
        return new Failure('CONFLICT', `There are ${MAX_PEOPLE} people already. Remove one first.`);
      people.add({ id, name: name.trim(), role, passcode: hash, carts, createdAtMs: clock.now() });
      return show(found(people, id));
    });
  });

  mount(http, contract.updatePerson, async ({ params: { personId }, body, caller }) => {
    const refused = refuse(caller);
    if (refused !== undefined) return refused;
    if (people.find(personId) === undefined) return personNotFound();
    const hash = body.passcode === undefined ? undefined : await hasher.make(body.passcode);
    return writer.run((afterCommit) => {
      const row = people.find(personId);
      if (row === undefined) return personNotFound();
      const after: PersonRow = {
        ...row,
        name: body.name?.trim() ?? row.name,
        role: body.role ?? row.role,
        passcode: hash ?? row.passcode,
        carts: cartsAfter(row, body),
        passcodeSetAtMs: hash === undefined ? row.passcodeSetAtMs : clock.now(),
      };
      if (after.carts !== null && after.role === 'technician') return notLimited();
      const existing = findTaken(people, after);
      if (existing !== undefined) return existing;
      people.update(after);
      const isOther = after.role !== row.role || hash !== undefined || !isSameCarts(after.carts, row.carts);
      if (isOther) tokens.revokeOfPerson(personId, afterCommit);
      return show(found(people, personId));
    });
  });

  mount(http, contract.removePerson, ({ params: { personId }, caller }) => {
    const refused = refuse(caller);
    if (refused !== undefined) return refused;
    return writer.run((afterCommit) => {
      if (people.find(personId) === undefined) return personNotFound();
      people.remove(personId);
      tokens.revokeOfPerson(personId, afterCommit);
      return { id: personId, success: true as const };
    });
  });
}

/** Allows changes only on the station's own computer, so that a hijacked session cannot create another login. */
function refuseCaller(
  { isRemote, enterpriseId }: Caller,
  ownEnterpriseId: string,
): Failure<'FORBIDDEN'> | undefined {
  if (enterpriseId !== ownEnterpriseId) return unknownIds();
  return isRemote ? new Failure('FORBIDDEN', 'Passcodes are set on the station’s own computer.') : undefined;
}

function unknownIds(): Failure<'FORBIDDEN'> {
  return new Failure('FORBIDDEN', 'Only the organisation of this station knows who signs in.');
}

function notLimited(): Failure<'VALIDATION_FAILED'> {
  const message = 'A technician is not limited to carts.';
  return new Failure('VALIDATION_FAILED', message, { details: [{ path: 'carts', message }] });
}

/** Returns the carts of a changed person: a person who becomes a technician is no longer limited. */
function cartsAfter(
  row: PersonRow,
  { role, carts }: z.output<typeof contract.updatePerson.body>,
): PersonRow['carts'] {
  if (carts !== undefined) return carts;
  return role === 'technician' ? null : row.carts;
}

function isSameCarts(a: PersonRow['carts'], b: PersonRow['carts']): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function personNotFound(): Failure<'NOT_FOUND'> {
  return new Failure('NOT_FOUND', 'There is no such person.');
}

function findTaken(
  people: PeopleStore,
  { id, name, passcode }: Pick<PersonRow, 'id' | 'name' | 'passcode'>,
): Failure<'CONFLICT'> | undefined {
  const named = people.idOfName(name);
  if (named !== undefined && named !== id)
    return new Failure('CONFLICT', `A person named ${name} already exists. Choose another name.`);
  const other = people.findByPasscode(passcode);
  return other === undefined || other.id === id
    ? undefined
    : new Failure('CONFLICT', 'Another person has this passcode. Choose another one.');
}

function found(people: PeopleStore, id: string): PersonRow {
  const row = people.find(id);
  if (row === undefined) throw new Error('A person who was just written is not there');
  return row;
}

function toPerson(row: PersonRow, tokens: Tokens): Person {
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    carts: row.carts,
    createdAt: toInstant(row.createdAtMs),
    passcodeSetAt: toInstant(row.passcodeSetAtMs),
    lastSignInAt: toInstantOrNull(row.lastSignInAtMs),
    sessions: tokens.countOfPerson(row.id),
  };
}
