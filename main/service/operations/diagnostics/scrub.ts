/** Names whose values never leave the station, in JSON and in addresses. */
const SECRET_NAMES =
  'authorization|token|accessToken|enrollmentToken|launchToken|launch|password|sealedPassword|passcode|passphrase|ssid|secret|key|apiKey|code|cookie|credential';

/** Each pattern with what stands in its place. The order matters: the exact ones come before the ones that catch the rest. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // JSON fields, plain and inside a text that was written as JSON again.
  [
    new RegExp(
      `(\\\\?"(?:[\\w-]*[._-])?(?:${SECRET_NAMES})\\\\?"\\s*:\\s*)(\\\\?"(?:[^"\\\\]|\\\\[^"])*\\\\?"|[^,}\\s]+)`,
      'gi',
    ),
    '$1"[secret]"',
  ],
  [/\bBearer\s+[^\s"\\]+/gi, 'Bearer [secret]'],
  // Signed tokens, also cut short.
  [/\beyJ[\w-]{4,}(?:\.[\w-]*){0,2}/g, '[token]'],
  // User names and passwords in addresses, and everything behind a question mark or a hash of one.
  [/([a-z][\w+.-]*:\/\/)[^/\s"@\\]*@/gi, '$1'],
  [/([a-z][\w+.-]*:\/\/[^\s"?#\\]*)[?#][^\s"\\]*/gi, '$1?[left out]'],
  [new RegExp(`\\b(${SECRET_NAMES})=[^\\s"&\\\\]+`, 'gi'), '$1=[secret]'],
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, '[key]'],
];

/** What could be a key or a token by its looks: long, of letters and digits without a space. */
const LONG = /[A-Za-z0-9_+/=-]{20,}/g;

/** Long texts that are no secret: identifiers (UUID), digests of contents, dates in names. */
const HARMLESS: readonly RegExp[] = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^[0-9a-f]{64}$/,
  /^(?:muster-)?\d{4}-\d\d-\d\dT[\d-]+Z$/,
];

/**
 * Takes out of a text whatever could be a secret. `known` are values that must not appear whatever they look like. It rather
 * takes out too much: who reads the bundle does not need what was cut.
 */
export function scrub(text: string, known: readonly string[] = []): string {
  let clean = text;
  for (const value of known) if (value.length >= 6) clean = clean.replaceAll(value, '[secret]');
  for (const [pattern, instead] of RULES) clean = clean.replace(pattern, instead);
  return clean.replace(LONG, (found) => (isHarmless(found) ? found : '[left out]'));
}

/** Also harmless are words: letters alone, none longer than a word is, with dashes and slashes between them. */
function isHarmless(text: string): boolean {
  if (HARMLESS.some((pattern) => pattern.test(text))) return true;
  return text.split(/[-_/]/).every((word) => word.length <= 20 && /^[A-Za-z]*$/.test(word));
}
