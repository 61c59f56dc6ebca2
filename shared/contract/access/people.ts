import { z } from 'zod';

import { endpoint } from '../endpoint.ts';
import { passcodeSchema } from './sessions.ts';
import { instantSchema, text, nameText } from '../primitives.ts';
import { ROLES } from './roles.ts';
import * as field from '../fields.ts';

/** Maximum number of people per station. */
export const MAX_PEOPLE = 200;

export const roleSchema = z.enum(ROLES);

const personSchema = z
  .object({
    id: field.id,
    name: field.name,
    role: roleSchema.describe('Role of the person.'),
    carts: z
      .array(z.string())
      .nullable()
      .describe('Ids of the carts that the person is limited to; null for all headsets.'),
    createdAt: field.createdAt,
    passcodeSetAt: instantSchema.describe('When the passcode was last set.'),
    lastSignInAt: instantSchema.nullable().describe('When the person last signed in; null if never.'),
    sessions: z.int().describe('Open sessions.'),
  })
  .meta({ id: 'Person', description: 'A person who signs in with a passcode, which is stored as a hash.' });
export type Person = z.infer<typeof personSchema>;

const name = nameText(64, 1)
  .refine((value) => value.trim() !== '', 'Must not be empty')
  .describe('Name shown to people.');
/** Maximum number of carts that a person is limited to. */
const MAX_CARTS = 100;
const carts = z
  .array(text(128, 1))
  .min(1)
  .max(MAX_CARTS)
  .nullable()
  .describe('Ids of the carts that the person is limited to; null for all headsets.');

/** Lists the people who have a passcode, by name. */
export const listPeople = endpoint('GET /station/people', {
  summary: 'List people with a passcode',
  reply: field.listOf(personSchema),
});

/**
 * Adds a person; only on the station’s own computer. A name or a passcode that is in use is refused with 409. A person
 * with `carts` sees and commands only the headsets of those; technicians have none.
 */
export const addPerson = endpoint('POST /station/people', {
  summary: 'Add a person with a passcode',
  body: z.object({
    name,
    role: roleSchema.describe('Role.'),
    passcode: passcodeSchema.describe('Passcode, 8 to 128 characters.'),
    carts: carts.optional(),
  }),
  reply: personSchema,
  errors: ['VALIDATION_FAILED', 'CONFLICT'],
});

/**
 * Changes a person; absent fields stay unchanged. A new role or passcode, or other carts, end the open sessions.
 * Only on the station’s own computer.
 */
export const updatePerson = endpoint('PUT /station/people/{personId}', {
  summary: 'Change the name, role, passcode or carts of a person',
  body: z.object({
    name: name.optional(),
    role: roleSchema.optional().describe('Role.'),
    passcode: passcodeSchema.optional().describe('Passcode, 8 to 128 characters.'),
    carts: carts.optional(),
  }),
  reply: personSchema,
  errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'CONFLICT'],
});

/** Removes a person and ends the sessions that the passcode opened. Only on the station’s own computer. */
export const removePerson = endpoint('DELETE /station/people/{personId}', {
  summary: 'Remove a person',
  reply: z.object({ id: field.id, success: field.success }),
  errors: ['NOT_FOUND'],
});
