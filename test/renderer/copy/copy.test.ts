import { createInstance } from 'i18next';
import { expect, test } from 'vitest';

import { en } from '../../../renderer/copy/en/index.ts';
import { otherStation as inEnglish } from '../../../renderer/copy/en/other-station.ts';
import { catalogNotes } from '../../../renderer/copy/fr/configuration/catalog-notes.ts';
import { figuresOf } from '../../../renderer/copy/format.ts';
import { fr } from '../../../renderer/copy/fr/index.ts';
import { otherStation as inFrench } from '../../../renderer/copy/fr/other-station.ts';
import { sayOtherStation } from '../../../renderer/copy/say-other-station.ts';
import { CHANGE_KINDS } from '../../../shared/contract/devices/change-kinds.ts';
import { brandSchema } from '../../../shared/contract/devices/reported.ts';
import { adbCatalogOf, catalogOf } from '../../../shared/domain/configuration/catalog/catalog.ts';

/** Returns every sentence by its dotted key. */
function sentences(copy: object, prefix = ''): Map<string, string> {
  const all = new Map<string, string>();
  for (const [key, value] of Object.entries(copy) as [string, unknown][]) {
    if (typeof value === 'string') all.set(prefix + key, value);
    else for (const [inner, text] of sentences(value as object, `${prefix}${key}.`)) all.set(inner, text);
  }
  return all;
}

function placeholders(text: string): string[] {
  return [...new Set(text.match(/\{\{[\w, ]+\}\}/g))].toSorted();
}

const english = sentences(en);
const french = sentences(fr);
const all = [...english, ...french];

test('both languages have the same sentences', () => {
  expect([...french.keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test('a sentence has the same parameters in both languages', () => {
  const taken = (language: Map<string, string>): object =>
    Object.fromEntries([...language].map(([key, text]) => [key, placeholders(text)]));
  expect(taken(french)).toEqual(taken(english));
});

test.for([
  ['en', sayOtherStation(en, inEnglish), english],
  ['fr', sayOtherStation(fr, inFrench), french],
] as const)(
  'where another station is the central, only what is about a real one names it: %s',
  ([, copy, before]) => {
    // What is shown without a central or at one, in the form for a central, and as an option for later.
    const about =
      /^(audit\.|validation\.|sync\.(connect|disconnect|empty|partner)\.|sync\.reason\.ADDRESS_INVALID|sync\.(line|title|sub|headsets\.unread)\.off$|sync\.waits\.person\.NO_CENTRAL|shell\.status\.noCentral)/;
    const after = sentences(copy);
    const named = [...after].filter(([key, text]) => /\bcentral\b/i.test(text) && !about.test(key));
    expect(named).toEqual([]);
    expect([...after.keys()]).toEqual([...before.keys()]);
    const isOther = ([key, text]: readonly [string, string]): boolean =>
      !/central/i.test(text) && !key.endsWith('.never') && !key.startsWith('sync.reason.');
    const unrelated = [...before].filter(isOther);
    expect(unrelated.map(([key]) => [key, after.get(key)])).toEqual(unrelated);
  },
);

test('no sentence is empty or incomplete', () => {
  const unfinished = all.filter(([, text]) => text.trim() === '' || /TODO|\{\{[^}]*$/.test(text));
  expect(unfinished).toEqual([]);
});

test('a sentence with a count has both plural forms', () => {
  const stems = (form: RegExp): string[] =>
    [...english.keys()].filter((key) => form.test(key)).map((key) => key.replace(form, ''));
  expect(stems(/_one$/).toSorted()).toEqual(stems(/_other$/).toSorted());
});

test('a counted noun is in the plural where more than one is counted', () => {
  const singular =
    /\{\{count(, number)?\}\} (headset|slot|change|event|conflict|file|app|item|entry)\b(?! records)/;
  const many = [...english].filter(([key]) => key.endsWith('_other'));
  expect(many.filter(([, text]) => singular.test(text))).toEqual([]);
});

test('the history names every kind of change', () => {
  expect(Object.keys(en.configure.kind).toSorted()).toEqual([...CHANGE_KINDS].toSorted());
});

test('no wire names and no capitals appear in the copy', () => {
  // The page for programmers may use programmers' terms.
  const spoken = all.filter(([key]) => !key.startsWith('docs.'));
  expect(spoken.filter(([, text]) => /\b(HTTP|SSE|404|PUT)\b|!|\b[Oo]ops\b/.test(text))).toEqual([]);
});

test('a count has the right form in each language', async () => {
  const i18n = createInstance();
  await i18n.init({ resources: { en, fr }, lng: 'en', interpolation: { escapeValue: false } });
  const say = (lng: string, count: number): string => i18n.t('fleet:selected', { lng, count });
  expect([say('en', 0), say('en', 1), say('en', 2)]).toEqual(['0 selected', '1 selected', '2 selected']);
  expect([say('fr', 0), say('fr', 1), say('fr', 2)]).toEqual([
    '0 sélectionné',
    '1 sélectionné',
    '2 sélectionnés',
  ]);
});

test('numbers are formatted for each language', () => {
  const [inEnglish, inFrench] = [figuresOf('en'), figuresOf('fr')];
  expect(inEnglish.percent(0.97)).toBe('97%');
  expect(inFrench.percent(0.97)).toBe('97\u202f%');
  expect(inEnglish.number(4_200)).toBe('4,200');
  expect(inFrench.number(4_200)).toBe('4\u202f200');
  expect(inEnglish.size(3.1e9)).toBe('3.1 GB');
  expect(inFrench.size(3.1e9).replace(/\s/g, ' ')).toBe('3,1 Go');
});

test('“all” is used only if every headset is meant', () => {
  expect(figuresOf('en').percent(0.999)).toBe('99%');
  expect(figuresOf('en').percent(1)).toBe('100%');
  expect(figuresOf('en').percent(0.29)).toBe('29%');
});

test.for([
  ['en', en],
  ['fr', fr],
] as const)('a list that ends with a count of others says “and” once (%s)', ([language, copy]) => {
  const { list } = figuresOf(language);
  const { class: classroom, content, fleet, headset } = copy;
  for (const more of [
    fleet.remove.more_other,
    content.remove.more_other,
    classroom.run.more_other,
    headset.eventDetail.moreSettings_other,
  ])
    expect(list(['A-01', more]).match(/\b(and|et)\b/g)).toHaveLength(1);
});

test('a duration is shown in its largest whole unit', () => {
  const { duration } = figuresOf('en');
  const spoken = [0, 9_999, 60_000, 43 * 60_000, 3 * 3_600_000, 50 * 3_600_000].map(duration);
  expect(spoken.map((text) => text.replace('\u00a0', ' '))).toEqual([
    '0 s',
    '9 s',
    '1 min',
    '43 min',
    '3 h',
    '2 d',
  ]);
});

test('a time of today is a clock time, an earlier one a date', () => {
  const now = new Date(2026, 10, 21, 10, 0).getTime();
  const { when } = figuresOf('en');
  expect(when(new Date(2026, 10, 21, 9, 41).getTime(), now)).toBe('09:41');
  expect(when(new Date(2026, 10, 9, 9, 41).getTime(), now)).toBe('9 Nov');
});

test('every note of the catalogs exists in French, and no other', () => {
  const notes = brandSchema.options.flatMap((brand) =>
    [catalogOf(brand), adbCatalogOf(brand)].flatMap(({ fields }) =>
      Object.values(fields).flatMap(({ note }) => (note === null ? [] : [note])),
    ),
  );
  const known = [...catalogNotes.keys()];
  expect([...new Set(notes)].filter((note) => !catalogNotes.has(note))).toEqual([]);
  expect(known.filter((note) => !notes.includes(note))).toEqual([]);
  expect([...catalogNotes].filter(([note, french]) => note === french).map(([note]) => note)).toEqual([]);
});
