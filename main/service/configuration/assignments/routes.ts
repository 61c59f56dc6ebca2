import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { contentsOf, type KindOfEntry } from '../../devices/deployment/index.ts';
import { contentIdOf } from '../../devices/inventory/index.ts';
import {
  withApplication,
  withFiles,
  withoutContents,
  withoutFiles,
  withVideo,
  withVideos,
} from './contents.ts';
import type { StoredSettings } from '../../../../shared/domain/configuration/settings/stored.ts';
import { Failure } from '../../kernel/failure.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { Records } from '../../devices/index.ts';
import { tooMany } from '../../devices/changes/index.ts';
import { changeEntries } from './entries.ts';
import { changeContent, type RuledChange, unknownModels } from './everywhere.ts';
import { type ContentChange, kioskStays, noConflict } from './plan.ts';

/** Serves contents by their id on all devices, and the entries of named devices. */
export function mountContents(http: FastifyInstance, records: Records): void {
  mountByContent(http, records);
  mountByDevice(http, records);
}

function mountByContent(http: FastifyInstance, records: Records): void {
  mount(http, contract.removeContentEverywhere, ({ params: { contentId }, caller }) =>
    changeContent(records, { caller, contentId }, removalOf(records, contentId)),
  );

  mount(http, contract.removeContent, ({ params: { contentId }, body: { devicesId }, caller }) => {
    const scope = { caller, contentId, devicesId };
    return tooMany(devicesId) ?? changeContent(records, scope, removalOf(records, contentId));
  });

  mount(http, contract.updateApplication, async ({ params: { contentId }, query, body, caller }) => {
    const { version, codeVersion = version, ...fields } = body;
    const update = { ...fields, codeVersion };
    const change = {
      concerns: ({ applications }: StoredSettings) => isAmong(applications, contentId),
      apply: (settings: StoredSettings) => withApplication(settings, contentId, update),
      rules: [noConflict, kioskStays(records, 'packageName')],
    };
    const unknown = unknownModels(records, caller, query.models);
    const answer = await changeContent(records, { caller, contentId, models: query.models }, change);
    return answer instanceof Failure || unknown.length === 0
      ? answer
      : { ...answer, unknownModels: [...unknown] };
  });

  mount(http, contract.updateVideo, ({ params: { contentId }, body, caller }) => {
    const change = {
      concerns: ({ videos }: StoredSettings) => isAmong(videos, contentId),
      apply: (settings: StoredSettings) => withVideo(settings, contentId, body),
      rules: [],
    };
    return changeContent(records, { caller, contentId }, change);
  });
}

function mountByDevice(http: FastifyInstance, records: Records): void {
  mount(http, contract.patchFiles, ({ body: { devicesId, files, force }, caller }) => {
    const names = new Set(files.flatMap(({ id, url }) => [url, ...(id === undefined ? [] : [id])]));
    return (
      tooMany(devicesId) ??
      changeEntries(records, {
        devicesId,
        caller,
        kind: 'files',
        change: onEntries((settings) => withFiles(settings, files)),
        forced: force === true ? (settings) => entriesOf(settings, 'file', names) : undefined,
      })
    );
  });

  mount(http, contract.removeFiles, ({ body: { devicesId, files }, caller }) => {
    const names = new Set(files);
    const change = onEntries((settings) => withoutFiles(settings, names));
    return tooMany(devicesId) ?? changeEntries(records, { devicesId, caller, kind: 'files', change });
  });

  mount(http, contract.patchVideos, ({ body: { devicesId, videos, force }, caller }) => {
    const names = new Set(videos.map(({ id }) => id));
    return (
      tooMany(devicesId) ??
      changeEntries(records, {
        devicesId,
        caller,
        kind: 'videos',
        change: onEntries((settings) => withVideos(settings, videos)),
        forced: force === true ? (settings) => entriesOf(settings, 'video', names) : undefined,
      })
    );
  });
}

function removalOf(records: Records, contentId: string): RuledChange<'INVALID_CONFIGURATION'> {
  return {
    concerns: (settings) => contentsOf(settings).some(({ entry }) => contentIdOf(entry) === contentId),
    apply: (settings) => withoutContents(settings, (entry) => contentIdOf(entry) === contentId),
    rules: [kioskStays(records, 'path.contentId')],
  };
}

function onEntries(apply: ContentChange['apply']): ContentChange {
  return { apply, concerns: () => true };
}

function entriesOf(
  settings: StoredSettings,
  kind: KindOfEntry['kind'],
  names: ReadonlySet<string>,
): readonly KindOfEntry[] {
  return contentsOf(settings).filter((each) => each.kind === kind && names.has(contentIdOf(each.entry)));
}

function isAmong(
  entries: StoredSettings['applications'] | StoredSettings['videos'],
  contentId: string,
): boolean {
  return entries?.some((entry) => contentIdOf(entry) === contentId) === true;
}
