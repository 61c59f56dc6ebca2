import { useLocation } from 'wouter';

import type { LibraryEntryView } from '../../../shared/contract/content/library.ts';
import { createPlan, type Plan } from '../../../shared/contract/configuration/plans/plans.ts';
import type { SettingsChange } from '../../../shared/contract/configuration/settings/settings.ts';
import { call, type Refusal } from '../../service/api.ts';
import { useAction } from '../../service/use-action.ts';
import { stationReach } from '../../model/station/station-address.ts';
import { useStation } from '../../model/station/station-facts.ts';
import { applicationEntry, readParts } from '../../content/index.ts';
import { pageOfMadePlan } from '../../model/fleet/made-plan.ts';
import type { Current } from '../editor/current.ts';

type Install = { readonly item: LibraryEntryView | null; readonly current: Current | null };

/** Creates the preview of a kiosk and opens it. */
export function usePlan(ids: readonly string[]): {
  isMaking: boolean;
  refusal: Refusal | null;
  make: (title: string, settings: SettingsChange, install?: Install) => Promise<void>;
} {
  const [, navigate] = useLocation();
  const { isBusy: isMaking, refusal, run } = useAction();
  const make = async (title: string, settings: SettingsChange, install?: Install): Promise<void> => {
    const reply = await run(planOf([...ids], title, settings, install));
    if (reply !== null) navigate(pageOfMadePlan(reply));
  };
  return { isMaking, refusal, make };
}

/** Creates the plan; if the app is missing, with its installation in the same change. */
async function planOf(
  devicesId: string[],
  title: string,
  settings: SettingsChange,
  { item, current }: Install = { item: null, current: null },
): Promise<{ readonly reply: Plan } | Refusal> {
  let body = { devicesId, settings, title, lists: 'replace' as 'replace' | 'add' };
  if (item !== null && item.apk !== null) {
    const parts = await readParts(item);
    if ('refused' in parts) return parts;
    const reach = stationReach(useStation.getState().addresses);
    const entry = applicationEntry(parts.reply, item.apk, reach.kind === 'lan' ? reach.url : null);
    // A list of the draft replaces the current one; without one the app is added to it.
    const { applications } = settings;
    const id = knownId(entry.packageName, current) ?? entry.packageName;
    const added = [...(applications ?? []), { id, ...entry }];
    body = {
      ...body,
      settings: { ...settings, applications: added },
      lists: applications === undefined ? 'add' : 'replace',
    };
  }
  return call(createPlan, { body });
}

/** Returns the id under which an app is already assigned. */
function knownId(packageName: string, current: Current | null): string | undefined {
  for (const { entry } of current?.entries('applications') ?? []) {
    if (typeof entry !== 'object' || entry === null) continue;
    const { id, packageName: name } = { id: null, packageName: null, ...entry } as Record<string, unknown>;
    if (name === packageName && typeof id === 'string') return id;
  }
  return undefined;
}
