import Database from 'better-sqlite3';

import { findDamage } from './soundness.ts';

// A process that checks one store and ends.
const [file, check] = process.argv.slice(2);
const db = new Database(file, { readonly: true, fileMustExist: true });
process.send?.({ damage: findDamage(db, check === 'integrity_check' ? check : 'quick_check') }, () =>
  process.disconnect(),
);
