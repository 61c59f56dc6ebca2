import type { Database } from 'better-sqlite3';

import { type SubjectNames, openWebhookStore } from './operations/index.ts';
import { openGroupStore } from './devices/index.ts';
import { openLessonStore } from './classroom/index.ts';
import { openLibraryStore, openUploadStore } from './content/index.ts';
import { openPlanStore, openProfileStore } from './configuration/index.ts';
import { openRouterStore } from './network/index.ts';
import type { TokenStore } from './access/index.ts';
import { tokenIdSchema } from '../../shared/contract/ids.ts';

/** What the things are called that a request is about, for the log of who did what. */
export function openSubjectNames(
  db: Database,
  tokens: TokenStore,
  nameOfPerson: (personId: string) => string | undefined,
): SubjectNames {
  const [groups, lessons] = [openGroupStore(db), openLessonStore(db)];
  const [profiles, webhooks] = [openProfileStore(db), openWebhookStore(db)];
  const [routers, library] = [openRouterStore(db), openLibraryStore(db)];
  const [plans, uploads] = [openPlanStore(db), openUploadStore(db)];
  const content = (sha256: string, enterpriseId: string | null): string | undefined =>
    enterpriseId === null ? undefined : library.find(enterpriseId, sha256.toLowerCase())?.name;
  return {
    inPath: {
      personId: nameOfPerson,
      groupId: (id) => groups.find(id)?.name,
      lessonId: (id) => lessons.find(id)?.name,
      profileId: (id) => profiles.find(id)?.name,
      planId: (id) => plans.find(id)?.title,
      webhookId(id) {
        const known = webhooks.findById(id);
        return known === undefined ? undefined : (known.label ?? hostOf(known.url));
      },
      tokenId(id) {
        const known = tokenIdSchema.safeParse(id).data;
        return known === undefined ? undefined : (tokens.find(known)?.label ?? undefined);
      },
      routerId: (id, enterpriseId) => routers.findById(enterpriseId ?? '', id)?.label,
      sha256: content,
      // Videos and files that were assigned from the library go by its digest.
      contentId: content,
      uploadId: (id, enterpriseId) => uploads.find(enterpriseId ?? '', id)?.name,
    },
    ofOperation: {
      replaceRouters: (enterpriseId) =>
        routers
          .ofEnterprise(enterpriseId ?? '')
          .map(({ label }) => label)
          .join(', '),
    },
  };
}

/** Of an address only the host: the rest may hold a key. */
function hostOf(url: string): string | undefined {
  return URL.parse(url)?.host;
}
