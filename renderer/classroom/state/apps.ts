import { useEffect, useState } from 'react';
import { z } from 'zod';

import { type ClassAppView, listClassApps } from '../../../shared/contract/classroom/class.ts';
import { MAX_BULK_IDS } from '../../../shared/contract/devices/devices.ts';
import { lookUpApplications } from '../../../shared/contract/content/applications.ts';
import { surveySettings } from '../../../shared/contract/configuration/settings/settings-survey.ts';
import type { Headset } from '../../../shared/contract/devices/fleet.ts';
import { call, isRefused } from '../../service/api.ts';
import { useReturns } from '../../service/event-feed.ts';
import { contentsEvents } from '../../service/events.ts';
import { useFleet } from '../../model/fleet/fleet-store.ts';
import { appName, capitalised, contentName } from '../../model/content/use-app-names.ts';

/** An app that the class can start, with how many headsets can start it now, and why the others cannot. */
export type ClassApp = ClassAppView & { readonly name: string };

/** A video assigned to `count` headsets of the class. */
export type ClassVideo = { readonly contentId: string; readonly title: string; readonly count: number };

/** The apps and videos of a class. */
export type ClassApps = {
  /** Those of the library and of the lesson, by number of headsets. */
  readonly list: readonly ClassApp[];
  /** Number of headsets of the class by package; null until known. */
  readonly counts: ReadonlyMap<string, number> | null;
  readonly videos: readonly ClassVideo[];
  /** Whether the kiosk of a headset may follow an app until the lesson ends. */
  readonly kioskMayFollow: boolean;
};

/** Changes within this time load the apps once, in ms: thirty headsets install an app together. */
const TOGETHER_MS = 1_000;

const NO_APPS: ClassApps = { list: [], counts: null, videos: [], kioskMayFollow: false };
const NONE: readonly string[] = [];

/** Returns the apps and videos of these headsets; `also` are the apps of the lesson. */
export function useClassApps(ids: readonly string[], also: readonly string[] = NONE): ClassApps {
  const [apps, setApps] = useState(NO_APPS);
  const returns = useReturns();
  const key = ids.join();
  const more = also.join();
  useEffect(() => {
    if (key === '') return;
    const controller = new AbortController();
    const read = (): void => {
      void readApps(key.split(','), more === '' ? [] : more.split(','), controller.signal).then((found) => {
        if (!controller.signal.aborted && found !== null) setApps(found);
      });
    };
    read();
    // A class that was opened while an app is being installed can start it without a reload.
    const members = key.split(',');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readSoon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        read();
      }, TOGETHER_MS);
    };
    const unfollowContents = contentsEvents.on((id) => members.includes(id) && readSoon());
    const unfollowFleet = useFleet.subscribe(({ byId }, { byId: before }) => {
      if (byId !== before && members.some((id) => startsOtherwise(byId[id], before[id]))) readSoon();
    });
    return () => {
      unfollowContents();
      unfollowFleet();
      clearTimeout(timer);
      controller.abort();
    };
  }, [key, more, returns]);
  return key === '' ? NO_APPS : apps;
}

/** Returns true if a headset may start other apps than before: assigned apps and the kiosk are part of the settings. */
function startsOtherwise(now: Headset | undefined, before: Headset | undefined): boolean {
  return now?.isLinked !== before?.isLinked || now?.settingsRevision !== before?.settingsRevision;
}

async function readApps(devicesId: string[], also: string[], signal: AbortSignal): Promise<ClassApps | null> {
  const parts = Array.from({ length: Math.ceil(devicesId.length / MAX_BULK_IDS) }, (_each, part) =>
    devicesId.slice(part * MAX_BULK_IDS, (part + 1) * MAX_BULK_IDS),
  );
  const [offered, ...surveys] = await Promise.all([
    call(listClassApps, { body: { devicesId, also: also.slice(0, 100) }, signal }),
    ...parts.map((part) => call(surveySettings, { body: { devicesId: part }, signal })),
  ]);
  if (isRefused(offered)) return null;
  const { items, kioskMayFollow } = offered.reply;
  const packageNames = items.map(({ packageName }) => packageName).slice(0, 50);
  const details =
    packageNames.length === 0 ? null : await call(lookUpApplications, { body: { packageNames }, signal });
  const names = new Map(
    details === null || isRefused(details)
      ? []
      : details.reply.map(({ packageName, name }) => [packageName, name]),
  );
  const counts = new Map<string, number>();
  const videos = new Map<string, ClassVideo>();
  for (const survey of surveys) {
    if (isRefused(survey)) return null;
    for (const { packageName, count } of survey.reply.installed)
      counts.set(packageName, (counts.get(packageName) ?? 0) + count);
    for (const video of survey.reply.videos.flatMap(({ entry, count }) => videoOf(entry, count)))
      videos.set(video.contentId, {
        ...video,
        count: video.count + (videos.get(video.contentId)?.count ?? 0),
      });
  }
  return {
    list: items.map((item) => ({ ...item, name: names.get(item.packageName) ?? wordsOf(item.packageName) })),
    videos: [...videos.values()],
    counts,
    kioskMayFollow,
  };
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

/** Returns the name of an app: its label, else the last part of its package, capitalised. */
export function wordsOf(packageName: string): string {
  return capitalised(appName(packageName));
}
