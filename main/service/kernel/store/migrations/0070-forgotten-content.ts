import type { Migration } from '../migrate.ts';

/**
 * What of a reported inventory was ordered to be forgotten (`force`), as JSON: shared/domain/content/forgotten-content.ts says
 * until when. Beside the inventory because it is asked whenever that is, and is nearly always empty.
 */
export const forgottenContent: Migration = {
  id: 70,
  name: 'forgotten content',
  sql: `
ALTER TABLE device_inventory ADD COLUMN forgotten TEXT;
`,
};
