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

type Texts = Readonly<Record<string, unknown>>;

/** Returns the texts for a station whose central is another station. Names of headsets are no texts: they stay. */
export function sayOtherStation(
  copy: Readonly<Record<string, object>>,
  { words, texts }: Instead<object>,
): Record<string, object> {
  const given: Texts = { ...texts };
  return Object.fromEntries(
    Object.entries(copy).map(([name, own]) => [name, rewordIn(own, words, given[name])]),
  );
}

function rewordIn(texts: object, words: Instead<object>['words'], instead: unknown): object {
  const given: Texts = { ...(typeof instead === 'object' ? instead : {}) };
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]: [string, unknown]) => {
      if (typeof text === 'object' && text !== null) return [key, rewordIn(text, words, given[key])];
      return [key, given[key] ?? reword(String(text), words)];
    }),
  );
}

function reword(text: string, words: Instead<object>['words']): string {
  return words.reduce((said, [central, instead]) => said.replace(central, instead), text);
}
