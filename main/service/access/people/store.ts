import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { ROLES } from '../../../../shared/contract/access/roles.ts';
import { compareNames } from '../../../../shared/domain/kernel/natural-order.ts';
import { columnsOf, json } from '../../kernel/store/rows.ts';

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
const COLUMNS = columnsOf(rowSchema);

/** A person as stored. `passcode` is a hash; `carts` are those that the person is limited to, null: none. */
export type PersonRow = Readonly<z.infer<typeof rowSchema>>;

export type PeopleStore = ReturnType<typeof openPeople>;

/** The only code that reads and writes `person` and `person_salt`. Writes run inside the caller's transaction. */
export function openPeople(db: Database) {
  const selectAll = db.prepare(`SELECT ${COLUMNS.selected} FROM person`);
  const select = db.prepare(`SELECT ${COLUMNS.selected} FROM person WHERE id = ?`);
  const selectOfPasscode = db.prepare(`SELECT ${COLUMNS.selected} FROM person WHERE passcode = ?`);
  const selectNamed = db.prepare('SELECT id FROM person WHERE name = ?').pluck();
  const count = db.prepare('SELECT count(*) FROM person').pluck();
  const insert = db.prepare(`INSERT INTO person (${COLUMNS.names}) VALUES (${COLUMNS.marks})`);
  const update = db.prepare(
    'UPDATE person SET name = ?, role = ?, passcode = ?, carts = ?, passcode_set_at_ms = ? WHERE id = ?',
  );
  const signIn = db.prepare('UPDATE person SET last_sign_in_at_ms = ? WHERE id = ?');
  const remove = db.prepare('DELETE FROM person WHERE id = ?');
  const selectSalt = db.prepare('SELECT sealed FROM person_salt WHERE id = 1').pluck();
  const putSalt = db.prepare('INSERT OR REPLACE INTO person_salt (id, sealed) VALUES (1, ?)');
  const rows = z.array(rowSchema);
  const found = rowSchema.optional();
  const textOrNone = z.string().optional();

  return {
    /** By name. */
    all: (): PersonRow[] => rows.parse(selectAll.all()).toSorted((a, b) => compareNames(a.name, b.name)),
    find: (id: string): PersonRow | undefined => found.parse(select.get(id)),
    findByPasscode: (hash: string): PersonRow | undefined => found.parse(selectOfPasscode.get(hash)),
    idOfName: (name: string): string | undefined => textOrNone.parse(selectNamed.get(name)),
    count: (): number => z.int().parse(count.get()),
    add: (person: Omit<PersonRow, 'lastSignInAtMs' | 'passcodeSetAtMs'>): void =>
      void insert.run(
        ...COLUMNS.values({ ...person, passcodeSetAtMs: person.createdAtMs, lastSignInAtMs: null }),
      ),
    update: ({ id, name, role, passcode, carts, passcodeSetAtMs }: PersonRow): void =>
      void update.run(name, role, passcode, carts && JSON.stringify(carts), passcodeSetAtMs, id),
    signedIn: (id: string, nowMs: number): void => void signIn.run(nowMs, id),
    remove: (id: string): void => void remove.run(id),
    salt: (): string | undefined => textOrNone.parse(selectSalt.get()),
    putSalt: (sealed: string): void => void putSalt.run(sealed),
  };
}
