import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { entityIdSchema } from '../ids.ts';
import { passcodeSchema } from './sessions.ts';
import { instantSchema, nothing, text } from '../primitives.ts';
import { ROLES } from './roles.ts';

const common = {
  tag: 'station',
  isExtension: true,
  access: ['enterprise'],
  reach: 'administration',
} as const;
const personParams = z.object({ personId: entityIdSchema });

/** Most people that one station knows. */
export const MOST_PEOPLE = 200;

export const roleSchema = z.enum(ROLES);

/** Somebody who signs in with a passcode of his own, which is kept as a hash and never shown. */
const personSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    role: roleSchema,
    createdAt: instantSchema,
    /** When the passcode was set last. */
    passcodeSetAt: instantSchema,
    lastSignInAt: instantSchema.nullable(),
    /** Sessions that are open now. */
    sessions: z.int(),
  })
  .meta({ id: 'Person' });
export type Person = z.infer<typeof personSchema>;

const name = text(64, 1).refine((value) => value.trim() !== '', 'Must not be empty');

/** Everybody with a passcode of his own, by name. */
export const listPeople = endpoint({
  ...common,
  method: 'GET',
  path: '/station/people',
  summary: 'List people with a passcode',
  params: nothing,
  query: nothing,
  body: nothing,
  reply: z.object({ items: z.array(personSchema) }),
  errors: [],
});

/** Only on the station’s own computer. A name stands for one person, and a passcode too: 409. */
export const addPerson = endpoint({
  ...common,
  method: 'POST',
  path: '/station/people',
  summary: 'Add a person with a passcode',
  params: nothing,
  query: nothing,
  body: z.object({ name, role: roleSchema, passcode: passcodeSchema }),
  reply: personSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/** Absent fields stay. A new role or passcode ends the sessions that are open. Only on the station’s own computer. */
export const updatePerson = endpoint({
  ...common,
  method: 'PUT',
  path: '/station/people/{personId}',
  summary: 'Change the name, role or passcode of a person',
  params: personParams,
  query: nothing,
  body: z.object({ name: name.optional(), role: roleSchema.optional(), passcode: passcodeSchema.optional() }),
  reply: personSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** The passcode opens nothing any more, and the sessions that it opened end. Only on the station’s own computer. */
export const removePerson = endpoint({
  ...common,
  method: 'DELETE',
  path: '/station/people/{personId}',
  summary: 'Remove a person',
  params: personParams,
  query: nothing,
  body: nothing,
  reply: z.object({ id: z.string(), success: z.literal(true) }),
  errors: ['NOT_FOUND'],
});
