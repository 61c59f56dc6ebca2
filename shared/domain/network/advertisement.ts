/** The DNS-SD type under which stations are found: `_muster._tcp`. */
export const SERVICE_TYPE = 'muster';

/** What a station tells of itself. */
export type StationIdentity = {
  readonly stationId: string;
  /** SHA-256 of its public key (SPKI), base64url. A hint for who looks; the proof is the QR code or the pairing. */
  readonly fingerprint: string;
  readonly port: number;
  /** Another one at every start, so that a station knows its own words from those of a copy of itself. */
  readonly run: string;
};

/** One DNS-SD service. */
export type ServiceDescription = {
  readonly name: string;
  readonly type: string;
  readonly host: string;
  readonly port: number;
  readonly txt: Readonly<Record<string, string>>;
};

/** A station as others tell of it. What they left out is null; nothing of it is proved. */
export type ToldStation = Readonly<{ id: string; fingerprint: string | null; run: string | null }>;

/** A label of DNS. Source: RFC 1035 section 2.3.4; in bytes of UTF-8. */
const MAX_LABEL_BYTES = 63;
/** A string of a TXT record. Source: RFC 6763 section 6.1. */
const MAX_TXT_STRING_BYTES = 255;
/** All of it, with the length bytes, so that it fits in a packet with the rest. Source: RFC 6763 section 6.2. */
const MAX_TXT_BYTES = 400;
/** Source: RFC 6763 section 7.2. */
const SERVICE_NAME = /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/;
const HOST_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.local$/;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const FINGERPRINT = /^[A-Za-z0-9_-]{43}$/;
const RUN = /^[0-9a-f]{1,32}$/;

/** The end of a station's id, as it stands in names: what tells two stations apart at a glance. */
export function shortIdOf(stationId: string): string {
  return (
    stationId
      .slice(-6)
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^-+|-+$/g, '') || 'station'
  );
}

/** The host name of a station on the local network: its own, never that of the computer, which has one of its own. */
export function hostNameOf(stationId: string): string {
  return `muster-${shortIdOf(stationId)}.local`;
}

/**
 * How a station is advertised. `apart` is added to both names where another station has them already.
 * @throws {TypeError} when that would make a packet that nobody can read.
 */
export function describeStation(station: StationIdentity, apart = ''): ServiceDescription {
  const suffix = apart === '' ? '' : `-${apart}`;
  const shortId = shortIdOf(station.stationId);
  const service = {
    name: `Muster ${shortId}${suffix}`,
    type: SERVICE_TYPE,
    host: `muster-${shortId}${suffix}.local`,
    port: station.port,
    txt: { v: '1', id: station.stationId, fp: station.fingerprint, run: station.run, p: '/' },
  };
  const fault = faultOfService(service);
  if (fault !== undefined) throw new TypeError(fault);
  return service;
}

/** Why a service cannot be advertised, in words; undefined when it can. */
export function faultOfService(service: ServiceDescription): string | undefined {
  const { name, type, host, port, txt } = service;
  if (name === '' || utf8Length(name) > MAX_LABEL_BYTES) return `The name has 1 to ${MAX_LABEL_BYTES} bytes`;
  // Those who read it split names at dots; control characters break lists on screens.
  if (/[.\p{Cc}]/u.test(name) || !name.isWellFormed())
    return 'The name has no dots and no control characters';
  if (!SERVICE_NAME.test(type)) return 'The type has 1 to 15 small letters, digits and single hyphens';
  if (!HOST_NAME.test(host)) return 'The host is one label of small letters, digits and hyphens, and .local';
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return 'The port is 1 to 65535';
  return faultOfTxt(txt);
}

function faultOfTxt(txt: Readonly<Record<string, string>>): string | undefined {
  let total = 0;
  for (const [key, value] of Object.entries(txt)) {
    // Source: RFC 6763 section 6.4.
    if (!/^[\x20-\x3c\x3e-\x7e]{1,9}$/.test(key)) return 'A key has 1 to 9 printable characters and no =';
    if (!value.isWellFormed()) return `${key} is no well-formed text`;
    const length = utf8Length(`${key}=${value}`);
    if (length > MAX_TXT_STRING_BYTES) return `${key} takes more than ${MAX_TXT_STRING_BYTES} bytes`;
    total += length + 1;
  }
  return total > MAX_TXT_BYTES ? `All TXT records are larger than ${MAX_TXT_BYTES} bytes` : undefined;
}

/** Reads what was told of a station: anything may stand in it. Undefined when it names none. */
export function readStation(txt: unknown): ToldStation | undefined {
  if (typeof txt !== 'object' || txt === null) return undefined;
  const notes = new Map(Object.entries(txt).map(([key, value]): [string, unknown] => [key, value]));
  const note = (key: string, form: RegExp): string | null => {
    const value = notes.get(key);
    return typeof value === 'string' && form.test(value) ? value : null;
  };
  const id = note('id', ID);
  return id === null ? undefined : { id, fingerprint: note('fp', FINGERPRINT), run: note('run', RUN) };
}

/** True when another station says that it is this one, or has its key: a copy of its data folder is in use. */
export function isCopy(
  other: Pick<ToldStation, 'id' | 'fingerprint'>,
  own: Pick<StationIdentity, 'stationId' | 'fingerprint'>,
): boolean {
  return other.id === own.stationId || other.fingerprint === own.fingerprint;
}

/** Bytes of a text as UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
