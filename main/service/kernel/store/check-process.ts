import Database from 'better-sqlite3';

import { findDamage } from './soundness.ts';

// A process that checks one store and ends.
const [file, check] = process.argv.slice(2);
if (file === undefined || (check !== 'quick_check' && check !== 'integrity_check'))
  throw new TypeError('Usage: check-process FILE quick_check|integrity_check');
const db = new Database(file, { readonly: true, fileMustExist: true });
process.send?.({ damage: findDamage(db, check) }, () => process.disconnect());
