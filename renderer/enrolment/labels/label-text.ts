/** What a label's QR code says. Never a token: whoever finds the sheet holds only a code that is void after 15 minutes. */
export type LabelText = {
  /** The station's address on the network; null while it listens on this computer only. */
  readonly station: string | null;
  /** SHA-256 of the station's public key, as the station gives it; null without a LAN listener. */
  readonly fingerprint: string | null;
  /** Id of the place; null on the code that only says where the station is. */
  readonly deviceId: string | null;
  /** The code to type; null on a permanent sticker. */
  readonly code: number | null;
};

const PREFIX = 'muster://enrol?';

/** Colons and slashes may stand in a query as they are (RFC 3986 section 3.4), which keeps the symbol small. */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/');
}

/** `muster://enrol?station=…&spki=…&id=…&code=…`, parts that are not known left out. */
export function writeLabel(label: LabelText): string {
  const parts: readonly (readonly [string, string | number | null])[] = [
    ['station', label.station],
    ['spki', label.fingerprint],
    ['id', label.deviceId],
    ['code', label.code],
  ];
  return (
    PREFIX +
    parts
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}=${encoded(String(value))}`)
      .join('&')
  );
}

/** Reads what `writeLabel` wrote; null for any other text. Unknown parts are passed over. */
export function readLabel(text: string): LabelText | null {
  const trimmed = text.trim();
  if (!trimmed.toLowerCase().startsWith(PREFIX)) return null;
  const parts = new URLSearchParams(trimmed.slice(PREFIX.length));
  const code = parts.get('code');
  return {
    station: parts.get('station'),
    fingerprint: parts.get('spki'),
    deviceId: parts.get('id'),
    code: code !== null && /^\d{6}$/.test(code) ? Number(code) : null,
  };
}

/** 471 093: three and three, with a space that does not break. */
export function groupedCode(code: number): string {
  const digits = String(code);
  return `${digits.slice(0, 3)}\u00a0${digits.slice(3)}`;
}
