import type { Migration } from '../migrate.ts';

/**
 * Orders to discard parts of a reported inventory (`force`), as JSON; shared/domain/content/forgotten-content.ts says
 * how long they apply. Stored beside the inventory because both are read together; nearly always empty.
 */
export const forgottenContent: Migration = {
  id: 70,
  name: 'forgotten content',
  sql: `
ALTER TABLE device_inventory ADD COLUMN forgotten TEXT;
`,
};
