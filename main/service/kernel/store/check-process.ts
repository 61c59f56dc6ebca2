import Database from 'better-sqlite3';
import { z } from 'zod';

import { findDamage } from './soundness.ts';

// A process that checks one store and ends.
const [file, check] = z
  .tuple([z.string(), z.enum(['quick_check', 'integrity_check'])])
  .parse(process.argv.slice(2));
const db = new Database(file, { readonly: true, fileMustExist: true });
process.send?.({ damage: findDamage(db, check) }, () => process.disconnect());
