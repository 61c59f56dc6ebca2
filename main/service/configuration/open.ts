import type { Content } from '../content/index.ts';
import type { Devices } from '../devices/index.ts';
import { openAuthors, openChangeStore } from '../devices/history/index.ts';
import type { Module } from '../kernel/module.ts';
import { mountExpiry } from './assignments/expiry-routes.ts';
import { mountContents } from './assignments/routes.ts';
import { mountUnassign } from './assignments/unassign.ts';
import { mountDrift } from './drift/routes.ts';
import { mountSettingsSurvey } from './drift/survey-routes.ts';
import { startChangeRetention } from './history/prune.ts';
import { mountChanges } from './history/routes.ts';
import { mountProfiles } from './profiles/routes.ts';
import { openProfileStore, type ProfileStore } from './profiles/store.ts';
import { openPlans } from './rollouts/open.ts';
import { mountCatalog } from './settings/catalog-routes.ts';
import { mountConfigure } from './settings/routes.ts';

/** Desired state of headsets: settings, profiles, rollouts and their history. */
export type Configuration = Module & { readonly profiles: ProfileStore };

/** Opens profiles, rollouts and the history of changes. */
export function openConfiguration({ records }: Devices, { library }: Content): Configuration {
  const { core } = records;
  const profiles = openProfileStore(core.db);
  const changes = openChangeStore(core.db);
  const { plans, ...rollouts } = openPlans(records, { profiles, library, changes });
  const stopRetention = startChangeRetention(core, changes);
  return {
    profiles,
    names: {
      inPath: { profileId: (id) => profiles.find(id)?.name, planId: (id) => rollouts.titleOf(id) },
    },
    mount(http) {
      mountConfigure(http, records);
      mountCatalog(http, records);
      mountContents(http, records);
      mountUnassign(http, records, library);
      mountExpiry(http, records);
      mountProfiles(http, { records, profiles, toAuthor: openAuthors(records.tokens) });
      rollouts.mount(http);
      mountChanges(http, records, { plans, changes });
      mountDrift(http, records, plans);
      mountSettingsSurvey(http, records);
    },
    stop() {
      stopRetention();
      return rollouts.stop();
    },
  };
}
