import type { Migration } from '../migrate.ts';

/** The carts that a person, and so a session, is limited to: a JSON array of their ids. Null: all headsets. */
export const cartsOfPeople: Migration = {
  id: 640,
  name: 'carts of people',
  sql: `
ALTER TABLE person ADD COLUMN carts TEXT CHECK (carts IS NULL OR json_valid(carts));
ALTER TABLE token ADD COLUMN carts TEXT CHECK (carts IS NULL OR json_valid(carts));
`,
};
