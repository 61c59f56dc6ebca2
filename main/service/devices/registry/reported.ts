import { z } from 'zod';

import type {
  ContentPresence,
  DownloadTask,
  InstalledPackage,
} from '../../../../shared/contract/devices/reported.ts';
import type { Settings } from '../../../../shared/contract/configuration/settings/settings.ts';
import { contentsOf, type KindOfEntry, type Reported } from '../deployment/deployment.ts';
import { type ForgottenContent, ordersNotApplied } from '../deployment/forgotten-content.ts';
import { isObject } from '../../../../shared/domain/kernel/is-object.ts';
import { ByText } from './by-text.ts';
import type { Inventory, Report } from './reports.ts';

// Validated in full when received. Many of these are read for one reply, so only their form is checked again.
const downloadsSchema = z.custom<readonly DownloadTask[]>(Array.isArray);
const packagesSchema = z.custom<readonly InstalledPackage[]>(Array.isArray);
const presenceSchema = z.custom<readonly ContentPresence[]>(Array.isArray);
const settingsSchema = z.custom<Settings>(isObject);
const ordersSchema = z.custom<readonly ForgottenContent[]>(Array.isArray);

/** Returns what a headset reported of its contents, with the discard orders it has not carried out. */
export function toReported(
  inventory: Inventory,
  { appliedRevision }: Pick<Report, 'appliedRevision'>,
): Reported {
  const { downloads, installedPackages, contentPresence } = inventory;
  return {
    downloads: downloads === null ? [] : downloadsSchema.parse(JSON.parse(downloads)),
    installedPackages: installedPackages === null ? [] : packagesSchema.parse(JSON.parse(installedPackages)),
    contentPresence: contentPresence === null ? [] : presenceSchema.parse(JSON.parse(contentPresence)),
    forgotten: toOrders(inventory, appliedRevision),
  };
}

/** Returns the discard orders that a headset has not carried out. */
export function toOrders(
  { forgotten }: Pick<Inventory, 'forgotten'>,
  appliedRevision: number | null,
): readonly ForgottenContent[] {
  return forgotten === null
    ? []
    : ordersNotApplied(ordersSchema.parse(JSON.parse(forgotten)), appliedRevision);
}

/** Cache of recently parsed contents, because a fleet has few different settings. */
const contentsByText = new ByText<readonly KindOfEntry[]>(64);

/** Returns the applications, videos and files of a device's stored settings. The result is shared: do not change it. */
export function toContents(settings: string): readonly KindOfEntry[] {
  return contentsByText.get(settings, () => {
    const mayHaveSome = ['"applications"', '"videos"', '"files"'].some((name) => settings.includes(name));
    return mayHaveSome ? contentsOf(settingsSchema.parse(JSON.parse(settings))) : [];
  });
}
