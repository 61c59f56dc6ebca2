/** Names of values that never leave the station, in JSON and in URLs. */
const SECRET_NAMES =
  'authorization|token|accessToken|enrollmentToken|launchToken|launch|password|sealedPassword|passcode|passphrase|ssid|secret|key|apiKey|code|cookie|credential|clientCertificate';

/** Each pattern with its replacement. The order matters: exact patterns come before general ones. */
const RULES: readonly (readonly [RegExp, string])[] = [
  // JSON fields, plain and inside a text that was encoded as JSON again.
  [
    new RegExp(
      `(\\\\?"(?:[\\w-]*[._-])?(?:${SECRET_NAMES})\\\\?"\\s*:\\s*)(\\\\?"(?:[^"\\\\]|\\\\[^"])*\\\\?"|[^,}\\s]+)`,
      'gi',
    ),
    '$1"[secret]"',
  ],
  [/\bBearer\s+[^\s"\\]+/gi, 'Bearer [secret]'],
  // Signed tokens, also truncated ones.
  [/\beyJ[\w-]{4,}(?:\.[\w-]*){0,2}/g, '[token]'],
  // User names and passwords in URLs, and everything behind a question mark or hash.
  [/([a-z][\w+.-]*:\/\/)[^/\s"@\\]*@/gi, '$1'],
  [/([a-z][\w+.-]*:\/\/[^\s"?#\\]*)[?#][^\s"\\]*/gi, '$1?[left out]'],
  [new RegExp(`\\b(${SECRET_NAMES})=[^\\s"&\\\\]+`, 'gi'), '$1=[secret]'],
  [/-----BEGIN [A-Z ]+-----[\s\S]*?(?:-----END [A-Z ]+-----|$)/g, '[key]'],
];

/** Anything that looks like a key or a token: long, of letters and digits without a space. */
const LONG = /[A-Za-z0-9_+/=-]{20,}/g;

/** Long texts that are not secret: identifiers (UUID), digests of contents, dates in names. */
const HARMLESS: readonly RegExp[] = [
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/,
  /^[0-9a-f]{64}$/,
  /^(?:muster-)?\d{4}-\d\d-\d\dT[\d-]+Z$/,
];

/**
 * Redacts everything in a text that could be a secret. `known` are values that must never appear. Prefers to redact
 * too much, because readers of the bundle do not need it.
 */
export function scrub(text: string, known: readonly string[] = []): string {
  let clean = text;
  for (const value of known) if (value.length >= 6) clean = clean.replaceAll(value, '[secret]');
  for (const [pattern, instead] of RULES) clean = clean.replace(pattern, instead);
  return clean.replace(LONG, (found) => (isHarmless(found) ? found : '[left out]'));
}

/** Words are harmless too: letters only, no longer than a word, with dashes and slashes between them. */
function isHarmless(text: string): boolean {
  if (HARMLESS.some((pattern) => pattern.test(text))) return true;
  return text.split(/[-_/]/).every((word) => word.length <= 20 && /^[A-Za-z]*$/.test(word));
}
