import type { Profile, ProfileSummary } from '../../../../shared/contract/configuration/profiles.ts';
import { isList, leavesOf } from '../../devices/comparison/index.ts';
import type { SealedChange } from '../../../../shared/domain/configuration/settings/stored.ts';
import { toInstant } from '../../kernel/clock.ts';
import type { Vault } from '../../kernel/vault.ts';
import { parseSealed, unsealed } from '../settings/sealed.ts';
import type { ToAuthor } from '../../devices/history/index.ts';
import type { ProfileRow } from './store.ts';

/** Returns a profile without its settings. */
export function toSummary(row: ProfileRow, toAuthor: ToAuthor): ProfileSummary {
  const { kioskMode } = parseSealed(row.settings);
  const isKiosk = typeof kioskMode === 'object' && kioskMode?.isActive === true;
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    version: row.version,
    createdAt: toInstant(row.createdAtMs),
    updatedAt: toInstant(row.savedAtMs),
    author: toAuthor(row.author),
    size: row.size,
    kioskPackage: isKiosk ? (kioskMode.packageName ?? null) : null,
  };
}

/** Returns a profile with its settings; passwords only if a vault is passed. */
export function toProfile(row: ProfileRow, toAuthor: ToAuthor, vault: Vault | undefined): Profile {
  const change = parseSealed(row.settings);
  const sealed = (change.wifi ?? []).filter(({ sealedPassword }) => typeof sealedPassword === 'string');
  return {
    ...toSummary(row, toAuthor),
    settings: unsealed(change, vault),
    passwordsOf: sealed.map(({ ssid }) => ssid),
  };
}

/** Settings that consist of several values and count as one for people. */
const WHOLE = ['kioskMode', 'network.globalProxy'];

/** Returns the number of settings in a change, as a person would count them: a list is one, and so is a kiosk. */
export function sizeOf(change: SealedChange): number {
  const lists = Object.entries(change).filter(([name, value]) => isList(name) && value !== undefined);
  const { levels: _scale, replacedNetworks: _drop, ...settings } = change;
  const paths = [...leavesOf(settings).keys()];
  const fields = paths.map((path) => WHOLE.find((whole) => path.startsWith(`${whole}.`)) ?? path);
  return lists.length + new Set(fields).size;
}
