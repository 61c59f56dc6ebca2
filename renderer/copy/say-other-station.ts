type SomeOf<Copy> = {
  readonly [Key in keyof Copy]?: Copy[Key] extends string ? string : SomeOf<Copy[Key]>;
};

/** What to say in one language where the central is another station. */
export type Instead<Copy> = {
  /** The words for the central, and what to say instead. */
  readonly words: readonly (readonly [RegExp, string])[];
  /** Texts that need more than other words. */
  readonly texts: SomeOf<Copy>;
};

/** Returns the texts for a station whose central is another station. Names of headsets are no texts: they stay. */
export function sayOtherStation<Copy extends object>(copy: Copy, { words, texts }: Instead<Copy>): Copy {
  const given = texts as Readonly<Record<string, unknown>>;
  const entries = Object.entries(copy).map(([key, text]: [string, unknown]) => {
    if (typeof text === 'object' && text !== null && !Array.isArray(text))
      return [key, sayOtherStation(text, { words, texts: given[key] ?? {} })];
    return [key, given[key] ?? (typeof text === 'string' ? reword(text, words) : text)];
  });
  return Object.fromEntries(entries) as Copy;
}

function reword(text: string, words: Instead<object>['words']): string {
  return words.reduce((said, [central, instead]) => said.replace(central, instead), text);
}
