const EVENT_STREAM = 'text/event-stream';
const JSON_TYPE = 'application/json';

/** Preference of a client for a media type: its weight, and how specific the range was (2 = exact, 0 = any type). */
type Preference = { readonly weight: number; readonly exactness: number };

/**
 * Returns true if the client prefers the event stream to JSON, which is the default if the header is absent or
 * undecided. The greater weight wins, then the more specific range. Source: RFC 9110 section 12.5.1.
 */
export function prefersEventStream(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(toRange);
  const stream = preferenceFor(EVENT_STREAM, ranges);
  const json = preferenceFor(JSON_TYPE, ranges);
  if (stream.weight === 0 || stream.exactness === 0) return false;
  if (stream.weight !== json.weight) return stream.weight > json.weight;
  return stream.exactness > json.exactness;
}

type Range = { readonly type: string; readonly weight: number };

function toRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const reported = parameters.find((each) => each.startsWith('q='))?.slice(2);
  const weight = reported === undefined ? 1 : Number(reported);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** Returns the preference of the most specific range that matches `type`. */
function preferenceFor(type: string, ranges: readonly Range[]): Preference {
  const forms = ['*/*', `${type.slice(0, type.indexOf('/'))}/*`, type];
  return ranges
    .map((range) => ({ weight: range.weight, exactness: forms.indexOf(range.type) }))
    .reduce((best, each) => (each.exactness > best.exactness ? each : best), { weight: 0, exactness: -1 });
}

/** Returns the encodings that a client accepts; those with weight 0 are refused. Source: RFC 9110, section 12.5.3. */
export function acceptedEncodings(header: string | undefined): ReadonlySet<string> {
  const named = (header ?? '').toLowerCase().split(',');
  return new Set(
    named.flatMap((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
      return parameters.some((part) => /^q=0(\.0*)?$/.test(part)) ? [] : [name];
    }),
  );
}
