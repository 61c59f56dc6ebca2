import { useEffect, useState } from 'react';

import { lookUpApplications } from '../../../shared/contract/applications.ts';
import { surveySettings } from '../../../shared/contract/settings-survey.ts';
import { call, isRefused } from '../../service/api.ts';
import { appName } from '../fleet/headset-words.ts';

/** An app that the class can start. */
export type ClassApp = {
  readonly packageName: string;
  readonly name: string;
  /** On how many of the class. */
  readonly count: number;
};

/** Apps that are on headsets of the class, those on most of them first, with their names where the station knows them. */
export function useClassApps(ids: readonly string[]): readonly ClassApp[] {
  const [apps, setApps] = useState<readonly ClassApp[]>([]);
  const key = ids.join();
  useEffect(() => {
    if (key === '') return;
    const gone = new AbortController();
    void readApps(key.split(','), gone.signal).then((found) => {
      if (!gone.signal.aborted && found !== null) setApps(found);
    });
    return () => gone.abort();
  }, [key]);
  return apps;
}

async function readApps(devicesId: string[], signal: AbortSignal): Promise<readonly ClassApp[] | null> {
  const survey = await call(surveySettings, { body: { devicesId }, signal });
  if (isRefused(survey)) return null;
  const installed = survey.reply.installed.toSorted((a, b) => b.count - a.count).slice(0, 50);
  const packageNames = installed.map(({ packageName }) => packageName);
  const details =
    packageNames.length === 0 ? null : await call(lookUpApplications, { body: { packageNames }, signal });
  const names = new Map(
    details === null || isRefused(details)
      ? []
      : details.reply.map(({ packageName, name }) => [packageName, name]),
  );
  return installed.map(({ packageName, count }) => ({
    packageName,
    count,
    name: names.get(packageName) ?? wordsOf(packageName),
  }));
}

/** A name for an app that nobody has named: the last part of its package, with a capital. */
export function wordsOf(packageName: string): string {
  const last = appName(packageName);
  return last.charAt(0).toUpperCase() + last.slice(1);
}
