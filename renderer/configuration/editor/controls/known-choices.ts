/** Languages of headsets with their region, the most common in schools first. */
const LOCALES = [
  'en-US',
  'en-GB',
  'fr-FR',
  'fr-CA',
  'fr-BE',
  'fr-CH',
  'de-DE',
  'de-AT',
  'de-CH',
  'es-ES',
  'es-MX',
  'it-IT',
  'it-CH',
  'pt-PT',
  'pt-BR',
  'nl-NL',
  'nl-BE',
  'lb-LU',
  'pl-PL',
  'cs-CZ',
  'sk-SK',
  'hu-HU',
  'ro-RO',
  'bg-BG',
  'el-GR',
  'hr-HR',
  'sl-SI',
  'sr-RS',
  'da-DK',
  'sv-SE',
  'nb-NO',
  'fi-FI',
  'et-EE',
  'lv-LV',
  'lt-LT',
  'is-IS',
  'ga-IE',
  'mt-MT',
  'uk-UA',
  'tr-TR',
  'ru-RU',
  'ar-SA',
  'ar-EG',
  'he-IL',
  'hi-IN',
  'th-TH',
  'vi-VN',
  'id-ID',
  'ms-MY',
  'ja-JP',
  'ko-KR',
  'zh-CN',
  'zh-TW',
  'zh-HK',
];

/** Regions of ISO 3166 that are not countries. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');

/** A value of a setting, and its name. */
export type Choice = { readonly value: string; readonly name: string };

/** Returns the choices for a text setting with well-known values; null without a list. */
export function choicesFor(field: string, language: string): readonly Choice[] | null {
  switch (field) {
    case 'system.timezone':
      return Intl.supportedValuesOf('timeZone').map((zone) => ({
        value: zone,
        name: offsetOf(zone, language),
      }));
    case 'system.locale': {
      const names = new Intl.DisplayNames(language, { type: 'language' });
      return LOCALES.map((locale) => ({ value: locale, name: names.of(locale) ?? locale }));
    }
    case 'system.countryCode':
      return countries(language);
    default:
      return null;
  }
}

/** Returns the choice of this computer, where the headsets probably are too. Null if unknown. */
export function choiceOfThisComputer(field: string): string | null {
  const { timeZone, locale } = Intl.DateTimeFormat().resolvedOptions();
  switch (field) {
    case 'system.timezone':
      return timeZone;
    case 'system.locale':
      return (
        LOCALES.find((each) => each === navigator.language) ?? LOCALES.find((each) => each === locale) ?? null
      );
    case 'system.countryCode':
      return new Intl.Locale(navigator.language).region ?? null;
    case 'system.ntpServer':
      return 'pool.ntp.org';
    default:
      return null;
  }
}

function countries(language: string): readonly Choice[] {
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .flatMap((value) => {
      const name = NO_COUNTRIES.has(value) ? undefined : names.of(value);
      return name === undefined ? [] : [{ value, name }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, language));
}

/** Returns the current offset of a zone, such as "GMT+1". */
function offsetOf(timeZone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone, timeZoneName: 'shortOffset' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}
