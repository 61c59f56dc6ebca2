import type { Migration } from '../migrate.ts';

/**
 * `origin`: where and by whom a headset was enrolled, as JSON; null if nobody said so. At a central it is what the
 * station reported. `issued_by`: the name of the person who issued a code; null if a program did, or nobody signed in.
 */
export const enrolmentOrigin: Migration = {
  id: 630,
  name: 'enrolment-origin',
  sql: `
ALTER TABLE enrolment ADD COLUMN origin TEXT;
ALTER TABLE enrolment_code ADD COLUMN issued_by TEXT;
`,
};
