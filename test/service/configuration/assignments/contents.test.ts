import fc from 'fast-check';
import { expect, test } from 'vitest';

import { contentsOf } from '../../../../main/service/devices/deployment/deployment.ts';
import { contentIdOf } from '../../../../main/service/devices/inventory/inventory.ts';
import {
  withApplication,
  withFiles,
  withoutContents,
  withoutFiles,
  withVideo,
  withVideos,
} from '../../../../main/service/configuration/assignments/contents.ts';
import { storedSettingsSchema } from '../../../../shared/domain/configuration/settings/stored.ts';

const id = fc.constantFrom('a', 'b', 'c');
const url = fc.constantFrom('https://x/1', 'https://x/2', 'https://x/3');
const limit = fc.constantFrom(null, '2027-01-01T00:00:00Z');
const someOf = <Model extends object>(model: { [Key in keyof Model]: fc.Arbitrary<Model[Key]> }) =>
  fc.record(model, { requiredKeys: [] });
const application = fc.record(
  { id, packageName: id, codeVersion: fc.nat(3), url, expirationDate: limit },
  { requiredKeys: ['id'] },
);
const video = fc.record(
  { id, url, title: fc.string(), expirationDate: limit },
  { requiredKeys: ['id', 'url'] },
);
const file = fc.record(
  { id, name: fc.string(), url, destinationPath: fc.string() },
  { requiredKeys: ['name', 'url'] },
);
const list = <Value>(value: fc.Arbitrary<Value>) => fc.array(value, { maxLength: 4 });
const settings = someOf({
  applications: list(application),
  videos: fc.uniqueArray(video, { selector: (each) => each.id, maxLength: 3 }),
  files: list(file),
  volume: fc.nat(9),
}).map((each) => storedSettingsSchema.parse(each));

test('a removal removes every entry with that id, and nothing else', () => {
  fc.assert(
    fc.property(settings, fc.oneof(id, url), (before, contentId) => {
      const after = withoutContents(before, (entry) => contentIdOf(entry) === contentId);

      const others = contentsOf(before).filter(({ entry }) => contentIdOf(entry) !== contentId);
      expect(contentsOf(after)).toEqual(others);
      expect({ ...after, applications: [], videos: [], files: [] }).toEqual({
        ...before,
        applications: [],
        videos: [],
        files: [],
      });
      expect(storedSettingsSchema.parse(after)).toEqual(after);
    }),
  );
});

test('applying a change twice is the same as once', () => {
  fc.assert(
    fc.property(settings, id, list(file), fc.tuple(application, video), (before, name, files, [app, one]) => {
      const { id: _app, ...appUpdate } = app;
      const { id: _video, ...videoUpdate } = one;
      const changes = [
        (each: typeof before) => withoutContents(each, (entry) => contentIdOf(entry) === name),
        (each: typeof before) => withApplication(each, name, appUpdate),
        (each: typeof before) => withVideo(each, name, videoUpdate),
        (each: typeof before) => withVideos(each, [one]),
        (each: typeof before) => withoutFiles(each, new Set(files.map((file_) => file_.url))),
      ];
      for (const change of changes) expect(change(change(before))).toEqual(change(before));
      const [first] = files;
      const added = withFiles(before, first === undefined ? [] : [first]);
      expect(withFiles(added, first === undefined ? [] : [first])).toEqual(added);
    }),
  );
});

test('an update changes every entry of its kind with that id and no other; without a date there is no limit', () => {
  fc.assert(
    fc.property(settings, id, (before, contentId) => {
      const after = withApplication(before, contentId, { url: 'https://x/new' });

      for (const entry of after.applications ?? []) {
        const isTarget = contentIdOf(entry) === contentId || entry.url === 'https://x/new';
        expect(entry.url === 'https://x/new').toBe(isTarget);
        expect(isTarget ? (entry.expirationDate ?? null) : null).toBeNull();
      }
      expect({ ...after, applications: [] }).toEqual({ ...before, applications: [] });
      expect(storedSettingsSchema.parse(after)).toEqual(after);
    }),
  );
});

test('added files are stored under their names and can be removed by id or URL', () => {
  fc.assert(
    fc.property(settings, file, (before, sent) => {
      const added = withFiles(before, [sent]);

      expect(added.files).toContainEqual(expect.objectContaining(sent));
      const name = sent.id ?? sent.url;
      const left = withoutFiles(added, new Set([name])).files ?? [];
      expect(left).toEqual(added.files?.filter((each) => each.id !== name && each.url !== name));
      expect(left).not.toContainEqual(expect.objectContaining(sent));
    }),
  );
});
