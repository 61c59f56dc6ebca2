import { useEffect, useState } from 'react';
import { z } from 'zod';

import { lookUpApplications } from '../../../shared/contract/content/applications.ts';
import { surveySettings } from '../../../shared/contract/configuration/settings/settings-survey.ts';
import { call, isRefused } from '../../service/api.ts';
import { appName, contentName } from '../../model/content/use-app-names.ts';

/** An app that the class can start. */
export type ClassApp = {
  readonly packageName: string;
  readonly name: string;
  /** Number of headsets of the class that have it. */
  readonly count: number;
  /** True if a technician assigned it, rather than the manufacturer or a person on the headset. */
  readonly isAssigned: boolean;
};

/** A video assigned to `count` headsets of the class. */
export type ClassVideo = { readonly contentId: string; readonly title: string; readonly count: number };

/** The apps and videos of a class. */
export type ClassApps = {
  /** Assigned apps first, then by number of headsets; at most 50. */
  readonly list: readonly ClassApp[];
  /** Number of headsets of the class by package; null until known. */
  readonly counts: ReadonlyMap<string, number> | null;
  readonly videos: readonly ClassVideo[];
};

/** Interval at which the apps are loaded again, in ms. */
const REFRESH_MS = 15_000;

const NO_APPS: ClassApps = { list: [], counts: null, videos: [] };

/** Returns the apps and videos of these headsets. */
export function useClassApps(ids: readonly string[]): ClassApps {
  const [apps, setApps] = useState(NO_APPS);
  const key = ids.join();
  useEffect(() => {
    if (key === '') return;
    const controller = new AbortController();
    const read = (): void => {
      void readApps(key.split(','), controller.signal).then((found) => {
        if (!controller.signal.aborted && found !== null) setApps(found);
      });
    };
    read();
    // A class that was opened while an app is being installed can start it without a reload.
    const timer = setInterval(() => !document.hidden && read(), REFRESH_MS);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [key]);
  return key === '' ? NO_APPS : apps;
}

async function readApps(devicesId: string[], signal: AbortSignal): Promise<ClassApps | null> {
  const survey = await call(surveySettings, { body: { devicesId }, signal });
  if (isRefused(survey)) return null;
  const { applications, packages } = survey.reply;
  const managed = new Set([...applications, ...packages].map(({ entry }) => packageOf(entry)));
  const installed = survey.reply.installed
    .toSorted((a, b) => rank(managed, b) - rank(managed, a) || b.count - a.count)
    .slice(0, 50);
  const packageNames = installed.map(({ packageName }) => packageName);
  const details =
    packageNames.length === 0 ? null : await call(lookUpApplications, { body: { packageNames }, signal });
  const names = new Map(
    details === null || isRefused(details)
      ? []
      : details.reply.map(({ packageName, name }) => [packageName, name]),
  );
  const apps = installed.map(({ packageName, count }) => ({
    packageName,
    count,
    name: names.get(packageName) ?? wordsOf(packageName),
    isAssigned: managed.has(packageName),
  }));
  return {
    list: apps.toSorted((a, b) => Number(b.isAssigned) - Number(a.isAssigned)),
    videos: survey.reply.videos.flatMap(({ entry, count }) => videoOf(entry, count)),
    counts: new Map(survey.reply.installed.map(({ packageName, count }) => [packageName, count])),
  };
}

function rank(managed: ReadonlySet<unknown>, { packageName }: { packageName: string }): number {
  return managed.has(packageName) ? 1 : 0;
}

function videoOf(entry: unknown, count: number): ClassVideo[] {
  const known = videoSchema.safeParse(entry);
  if (!known.success) return [];
  const { id, title, url = '' } = known.data;
  const contentId = id ?? url;
  return contentId === '' ? [] : [{ contentId, title: contentName(title ?? url), count }];
}

const videoSchema = z.object({
  id: z.string().optional(),
  title: z.string().optional(),
  url: z.string().optional(),
});

/** Returns the package of a settings entry. */
function packageOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'packageName' in entry ? entry.packageName : null;
}

/** Returns the name of an app: its label, else the last part of its package, capitalised. */
export function wordsOf(packageName: string): string {
  return capitalised(appName(packageName));
}

/** Capitalises a text. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
