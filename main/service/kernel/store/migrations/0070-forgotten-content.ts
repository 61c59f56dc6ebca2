import type { Migration } from '../migrate.ts';

/**
 * Orders to discard parts of a reported inventory (`force`), as JSON; until when they apply, see
 * shared/domain/content/forgotten-content.ts. Stored beside the inventory because it is read together with it and
 * nearly always empty.
 */
export const forgottenContent: Migration = {
  id: 70,
  name: 'forgotten content',
  sql: `
ALTER TABLE device_inventory ADD COLUMN forgotten TEXT;
`,
};
