/**
 * The contents of a label's QR code. Never a token: a person who finds the sheet has only a code that is void after 15
 * minutes.
 */
export type LabelText = {
  /** The station's URL on the network; null while it listens on this computer only. */
  readonly station: string | null;
  /** SHA-256 of the station's public key, as the station reports it; null without a LAN listener. */
  readonly fingerprint: string | null;
  /** Id of the slot; null on the code that only contains the station's URL. */
  readonly deviceId: string | null;
  /** The code to type; null on a permanent sticker. */
  readonly code: number | null;
};

const PREFIX = 'muster://enrol?';

/** Colons and slashes are allowed in a query (RFC 3986 section 3.4), which keeps the symbol small. */
function encoded(value: string): string {
  return encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/');
}

/** Returns `muster://enrol?station=…&spki=…&id=…&code=…`, without unknown parts. */
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

/** Parses the result of `writeLabel`; null for any other text. Unknown parts are ignored. */
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

/** 471 093: three and three digits, with a non-breaking space. */
export function groupedCode(code: number): string {
  const digits = String(code);
  return `${digits.slice(0, 3)}\u00a0${digits.slice(3)}`;
}
