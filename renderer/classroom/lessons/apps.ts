import { useEffect, useState } from 'react';
import { z } from 'zod';

import { lookUpApplications } from '../../../shared/contract/content/applications.ts';
import { surveySettings } from '../../../shared/contract/configuration/settings-survey.ts';
import { call, isRefused } from '../../service/api.ts';
import { appName, contentName } from '../../model/content/use-app-names.ts';

/** An app that the class can start. */
export type ClassApp = {
  readonly packageName: string;
  readonly name: string;
  /** On how many of the class. */
  readonly count: number;
  /** A technician assigned it: no app of the headset's maker, nor one that somebody installed by hand. */
  readonly isAssigned: boolean;
};

/** A video that was assigned to headsets of the class; `count` of them. */
export type ClassVideo = { readonly contentId: string; readonly title: string; readonly count: number };

/** The apps and videos of a class. */
export type ClassApps = {
  /** Those that are assigned first, then those on most headsets; at most 50. */
  readonly list: readonly ClassApp[];
  /** On how many headsets of the class each package is; null until that is known. */
  readonly counts: ReadonlyMap<string, number> | null;
  readonly videos: readonly ClassVideo[];
};

const NO_APPS: ClassApps = { list: [], counts: null, videos: [] };

/** Apps that are on headsets of the class. */
export function useClassApps(ids: readonly string[]): ClassApps {
  const [apps, setApps] = useState(NO_APPS);
  const key = ids.join();
  useEffect(() => {
    if (key === '') return;
    const gone = new AbortController();
    void readApps(key.split(','), gone.signal).then((found) => {
      if (!gone.signal.aborted && found !== null) setApps(found);
    });
    return () => gone.abort();
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

/** The package that an entry of the settings is about. */
function packageOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'packageName' in entry ? entry.packageName : null;
}

/** What an app is called: its label, else the last part of its package with a capital. */
export function wordsOf(packageName: string): string {
  return capitalised(appName(packageName));
}

/** The same text with a capital. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
