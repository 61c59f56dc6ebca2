import { utf8Length } from '../../contract/primitives.ts';

/** The DNS-SD type under which stations are found: `_muster._tcp`. */
export const SERVICE_TYPE = 'muster';

/** The facts that a station announces. */
export type StationIdentity = {
  readonly stationId: string;
  /** SHA-256 of its public key (SPKI), base64url. Only a hint; the proof is the QR code or the pairing. */
  readonly fingerprint: string;
  readonly port: number;
  /** Changes with every start, so that a station can tell its own announcements from those of a copy of itself. */
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

/** A station as it was announced. Missing values are null; nothing is verified. */
export type AnnouncedStation = Readonly<{ id: string; fingerprint: string | null; run: string | null }>;

/** Maximum length of a DNS label, in bytes of UTF-8. Source: RFC 1035 section 2.3.4. */
const MAX_LABEL_BYTES = 63;
/** Maximum length of a string in a TXT record. Source: RFC 6763 section 6.1. */
const MAX_TXT_STRING_BYTES = 255;
/**
 * Maximum length of the TXT record with its length bytes, so that it fits in one packet. Source: RFC 6763 section
 * 6.2.
 */
const MAX_TXT_BYTES = 400;
/** Source: RFC 6763 section 7.2. */
const SERVICE_NAME = /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(?:-[a-z0-9]+)*$/;
const HOST_NAME = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.local$/;
const ID = /^[A-Za-z0-9_-]{1,64}$/;
const FINGERPRINT = /^[A-Za-z0-9_-]{43}$/;
const RUN = /^[0-9a-f]{1,32}$/;

/** Returns the end of a station's id, as used in names: enough to tell two stations apart. */
export function shortIdOf(stationId: string): string {
  return (
    stationId
      .slice(-6)
      .toLowerCase()
      .replaceAll('_', '-')
      .replace(/^-+|-+$/g, '') || 'station'
  );
}

/** Returns the host name of a station on the local network. It differs from that of the computer. */
export function hostNameOf(stationId: string): string {
  return `muster-${shortIdOf(stationId)}.local`;
}

/**
 * Returns how a station is advertised. `apart` is added to both names if another station already uses them.
 * @throws {TypeError} if the packet would be unreadable.
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

/** Returns why a service cannot be advertised, as text; undefined if it can. */
export function faultOfService(service: ServiceDescription): string | undefined {
  const { name, type, host, port, txt } = service;
  if (name === '' || utf8Length(name) > MAX_LABEL_BYTES) return `The name has 1 to ${MAX_LABEL_BYTES} bytes`;
  // Readers split names at dots; control characters break lists on screens.
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
    if (!value.isWellFormed()) return `${key} is not well-formed text`;
    const length = utf8Length(`${key}=${value}`);
    if (length > MAX_TXT_STRING_BYTES) return `${key} takes more than ${MAX_TXT_STRING_BYTES} bytes`;
    total += length + 1;
  }
  return total > MAX_TXT_BYTES ? `All TXT records are larger than ${MAX_TXT_BYTES} bytes` : undefined;
}

/** Parses the announcement of a station, which may contain anything. Undefined if it names no station. */
export function readStation(txt: unknown): AnnouncedStation | undefined {
  if (typeof txt !== 'object' || txt === null) return undefined;
  const notes = new Map(Object.entries(txt).map(([key, value]): [string, unknown] => [key, value]));
  const note = (key: string, form: RegExp): string | null => {
    const value = notes.get(key);
    return typeof value === 'string' && form.test(value) ? value : null;
  };
  const id = note('id', ID);
  return id === null ? undefined : { id, fingerprint: note('fp', FINGERPRINT), run: note('run', RUN) };
}

/** Returns true if another station claims this one's id or key: a copy of its data folder is in use. */
export function isCopy(
  other: Pick<AnnouncedStation, 'id' | 'fingerprint'>,
  own: Pick<StationIdentity, 'stationId' | 'fingerprint'>,
): boolean {
  return other.id === own.stationId || other.fingerprint === own.fingerprint;
}
