/** The rules for passing on a session description: allowed addresses, and replacements for hidden ones. */
export type SdpRules = {
  readonly isAllowed: (address: string) => boolean;
  /** Addresses that replace the `.local` names with which browsers hide theirs. */
  readonly hidden: readonly string[];
};

const MAX_LINES = 1_000;
const MAX_MEDIA = 3;
const MAX_CANDIDATES = 32;
const MEDIA_LINE = /^m=(?:video|audio) \d{1,5} UDP\/TLS\/RTP\/SAVPF(?: \d{1,3})+$/;
const CANDIDATE =
  /^a=candidate:([\w+/]{1,32}) ([12]) (udp) (\d{1,10}) ([\w.:-]{1,253}) (\d{1,5}) typ host(?: .*)?$/i;
const HIDDEN_NAME = /^[\w-]{1,63}\.local$/;
/** A candidate for parsers that ignore case and spaces. */
const LIKE_CANDIDATE = /^a=\s*candidate\b/i;
/** Lines with addresses that are not needed, or text for people. */
const DROPPED = /^(?:a=\s*(?:remote-candidates|rtcp)\s*:|[iuep]=)/i;

/**
 * Returns the description with candidates in the station's own networks only: relays, reflexive candidates, TCP and
 * other addresses are removed, and placeholders replace addresses in its other lines. Returns an error if it is not a
 * valid description.
 */
export function filterSdp(
  text: string,
  rules: SdpRules,
): { readonly sdp: string } | { readonly error: string } {
  const lines = linesOf(text);
  if (lines === undefined) return { error: 'It is not text of short lines.' };
  if (lines[0] !== 'v=0') return { error: 'It does not begin with v=0.' };
  const media = lines.filter((line) => line.startsWith('m='));
  if (media.length === 0 || media.length > MAX_MEDIA) return { error: 'It has no media, or too many.' };
  if (!media.every((line) => MEDIA_LINE.test(line)))
    return { error: 'Its media are not video or audio over UDP/TLS/RTP/SAVPF.' };
  for (const needed of ['a=fingerprint:', 'a=ice-ufrag:', 'a=ice-pwd:'])
    if (!lines.some((line) => line.startsWith(needed))) return { error: `It has no ${needed.slice(2, -1)}.` };
  if (!lines.every((line) => /^[a-z]=/.test(line))) return { error: 'A line is not of the form x=…' };
  return { sdp: `${filtered(lines, rules).join('\r\n')}\r\n` };
}

/** Does the same for late candidates (RFC 8840). */
export function filterCandidates(
  text: string,
  rules: SdpRules,
): { readonly sdp: string } | { readonly error: string } {
  const lines = linesOf(text);
  if (lines === undefined) return { error: 'It is not text of short lines.' };
  const known = /^(?:a=(?:candidate|mid|ice-ufrag|ice-pwd|end-of-candidates|ice-options|group)\b|m=)/;
  if (!lines.every((line) => known.test(line))) return { error: 'A line is not about candidates.' };
  return { sdp: `${filtered(lines, rules).join('\r\n')}\r\n` };
}

function linesOf(text: string): string[] | undefined {
  const lines = text.split(/\r\n|\n/).filter((line) => line !== '');
  const isPlain = lines.every((line) => /^[\x20-\x7e]{2,2048}$/.test(line));
  return isPlain && lines.length > 0 && lines.length <= MAX_LINES ? lines : undefined;
}

function filtered(lines: readonly string[], rules: SdpRules): string[] {
  const passed: string[] = [];
  let candidates = 0;
  for (const line of lines) {
    if (LIKE_CANDIDATE.test(line)) {
      const found = candidatesIn(line, rules).slice(0, MAX_CANDIDATES - candidates);
      candidates += found.length;
      passed.push(...found);
    } else if (!DROPPED.test(line)) passed.push(withoutAddress(line));
  }
  return passed;
}

function withoutAddress(line: string): string {
  if (line.startsWith('c=')) return 'c=IN IP4 0.0.0.0';
  if (line.startsWith('o=')) return line.replace(/ IN IP[46] \S+$/, ' IN IP4 0.0.0.0');
  // Zero rejects a medium, so it stays.
  if (line.startsWith('m=')) return line.replace(/^(m=\w+) (?!0 )\d+/, '$1 9');
  return line;
}

function candidatesIn(line: string, { isAllowed: mayPass, hidden }: SdpRules): string[] {
  const [, foundation, component, transport, priority, address = '', port] = CANDIDATE.exec(line) ?? [];
  if (foundation === undefined || Number(port) < 1 || Number(port) > 65_535) return [];
  const addresses = HIDDEN_NAME.test(address) ? hidden : [address];
  return addresses
    .filter((each) => mayPass(each))
    .map((each, index) => {
      const own = index === 0 ? foundation : `${foundation}${index}`;
      return `a=candidate:${own} ${component} ${transport} ${priority} ${each} ${port} typ host`;
    });
}
