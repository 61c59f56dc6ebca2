import type { Database } from 'better-sqlite3';

import type { SubjectNames } from './features/audit/index.ts';
import { openGroupStore } from './features/groups/index.ts';
import { openLessonStore } from './features/lessons/index.ts';
import { openProfileStore } from './features/profiles/index.ts';
import type { TokenStore } from './features/tokens/index.ts';
import { openWebhookStore } from './features/webhooks/index.ts';
import { tokenIdSchema } from '../../shared/contract/ids.ts';

/** What the things are called that the path of a request can name, for the log of who did what. */
export function openSubjectNames(
  db: Database,
  tokens: TokenStore,
  nameOfPerson: (personId: string) => string | undefined,
): SubjectNames {
  const [groups, lessons] = [openGroupStore(db), openLessonStore(db)];
  const [profiles, webhooks] = [openProfileStore(db), openWebhookStore(db)];
  return {
    personId: nameOfPerson,
    groupId: (id) => groups.find(id)?.name,
    lessonId: (id) => lessons.find(id)?.name,
    profileId: (id) => profiles.find(id)?.name,
    webhookId: (id) => webhooks.findById(id)?.label ?? undefined,
    tokenId(id) {
      const known = tokenIdSchema.safeParse(id).data;
      return known === undefined ? undefined : (tokens.find(known)?.label ?? undefined);
    },
  };
}
