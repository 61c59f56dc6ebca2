const EVENT_STREAM = 'text/event-stream';
const JSON_TYPE = 'application/json';

/** How much a client wants a media type: its weight, and how exactly it was named (2 = in full, 0 = by a wildcard for all). */
type Wish = { readonly weight: number; readonly exactness: number };

/**
 * True when the client wants the event stream rather than JSON, which is what it gets when it says nothing, or nothing
 * that decides it. The greater weight wins, then the type that was named rather than meant by a wildcard.
 * Source: RFC 9110 section 12.5.1.
 */
export function prefersEventStream(accept: string | undefined): boolean {
  if (accept === undefined) return false;
  const ranges = accept.split(',').map(toRange);
  const stream = wishFor(EVENT_STREAM, ranges);
  const json = wishFor(JSON_TYPE, ranges);
  if (stream.weight === 0 || stream.exactness === 0) return false;
  if (stream.weight !== json.weight) return stream.weight > json.weight;
  return stream.exactness > json.exactness;
}

type Range = { readonly type: string; readonly weight: number };

function toRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const said = parameters.find((each) => each.startsWith('q='))?.slice(2);
  const weight = said === undefined ? 1 : Number(said);
  return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
}

/** The most exact range that covers `type` decides. */
function wishFor(type: string, ranges: readonly Range[]): Wish {
  const forms = ['*/*', `${type.slice(0, type.indexOf('/'))}/*`, type];
  return ranges
    .map((range) => ({ weight: range.weight, exactness: forms.indexOf(range.type) }))
    .reduce((best, each) => (each.exactness > best.exactness ? each : best), { weight: 0, exactness: -1 });
}

/** What a client says that it can unpack; what it weighs 0 it refuses. Source: RFC 9110, section 12.5.3. */
export function acceptedEncodings(header: string | undefined): ReadonlySet<string> {
  const named = (header ?? '').toLowerCase().split(',');
  return new Set(
    named.flatMap((each) => {
      const [name = '', ...parameters] = each.split(';').map((part) => part.trim());
      return parameters.some((part) => /^q=0(\.0*)?$/.test(part)) ? [] : [name];
    }),
  );
}
