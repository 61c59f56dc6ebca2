import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { ROLES } from '../../../../shared/contract/access/roles.ts';
import { compareNames } from '../../../../shared/domain/kernel/natural-order.ts';
import { json, tableOf } from '../../kernel/store/rows.ts';

const rowSchema = z.object({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  passcode: z.string(),
  createdAtMs: z.int(),
  passcodeSetAtMs: z.int(),
  lastSignInAtMs: z.int().nullable(),
  carts: json(z.array(z.string())).nullable(),
});

/** A person as stored. `passcode` is a hash; `carts` are those that the person is limited to, null: none. */
export type PersonRow = Readonly<z.infer<typeof rowSchema>>;

export type PeopleStore = ReturnType<typeof openPeople>;

/** The only code that reads and writes `person` and `person_salt`. Writes run inside the caller's transaction. */
export function openPeople(db: Database) {
  const table = tableOf(db, 'person', rowSchema);
  const all = table.all();
  const insert = table.insert();
  const update = db.prepare(
    'UPDATE person SET name = ?, role = ?, passcode = ?, carts = ?, passcode_set_at_ms = ? WHERE id = ?',
  );
  const selectSalt = db.prepare('SELECT sealed FROM person_salt WHERE id = 1').pluck();
  const putSalt = db.prepare('INSERT OR REPLACE INTO person_salt (id, sealed) VALUES (1, ?)');
  const textOrNone = z.string().optional();

  return {
    /** By name. */
    all: (): PersonRow[] => all().toSorted((a, b) => compareNames(a.name, b.name)),
    find: table.one<[id: string]>('id = ?'),
    findByPasscode: table.one<[hash: string]>('passcode = ?'),
    idOfName: table.text<[name: string]>('id', 'name = ?'),
    count: table.count(),
    add: (person: Omit<PersonRow, 'lastSignInAtMs' | 'passcodeSetAtMs'>): void =>
      insert({ ...person, passcodeSetAtMs: person.createdAtMs, lastSignInAtMs: null }),
    update: ({ id, name, role, passcode, carts, passcodeSetAtMs }: PersonRow): void =>
      void update.run(name, role, passcode, carts && JSON.stringify(carts), passcodeSetAtMs, id),
    signedIn: table.set<[id: string, nowMs: number]>('last_sign_in_at_ms', 'id'),
    remove: table.remove<[id: string]>('id = ?'),
    salt: (): string | undefined => textOrNone.parse(selectSalt.get()),
    putSalt: (sealed: string): void => void putSalt.run(sealed),
  };
}
