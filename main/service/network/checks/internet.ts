import type { AddressPolicy } from '../../kernel/outgoing/address-policy.ts';
import { GuardedClient } from '../../kernel/outgoing/guarded-client.ts';
import { OutgoingError } from '../../kernel/outgoing/outgoing-error.ts';
import { type Found, found } from './found.ts';

/** The result of the internet test. `dateMs`: the time of the server; null if it proves nothing. */
export type InternetAnswer = { readonly found: Found; readonly dateMs: number | null };

const TOTAL_MS = 3_500;
const MAX_BYTES = 64 * 1_024;
/** A larger difference affects certificates and schedules, in ms. */
const CLOCK_MS = 2 * 60 * 1_000;

/** Returns what is wrong with the URL of the test, or undefined. */
export function internetAddressFault(text: string): string | undefined {
  const url = URL.parse(text);
  // A captive portal cannot answer for an https URL.
  if (url === null || url.protocol !== 'http:') return 'Must be an absolute http address';
  return url.username === '' && url.password === '' ? undefined : 'Must not contain a user name or password';
}

/**
 * Requests a URL that answers 204 without content. Any other page is a captive portal. No answer is no fault: the
 * station needs no internet.
 */
export async function checkInternet(address: string | null, policy: AddressPolicy): Promise<InternetAnswer> {
  if (address === null) return { found: found('INTERNET_NOT_ASKED'), dateMs: null };
  const client = new GuardedClient({ policy, connections: 1 });
  try {
    const answer = await client.fetch({
      url: new URL(address),
      method: 'GET',
      headers: { 'cache-control': 'no-cache' },
      body: undefined,
      totalMs: TOTAL_MS,
      maxBytes: MAX_BYTES,
      redirects: 'none',
      isWanted: () => true,
    });
    const dateMs = Date.parse(answer.header('date') ?? '');
    const isOpen = answer.status === 204;
    return {
      found: found(findingOf(answer.status), { address, status: answer.status }),
      dateMs: isOpen && Number.isFinite(dateMs) ? dateMs : null,
    };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { found: found(findingOfFailure(error), { address, reason: error.reason }), dateMs: null };
  } finally {
    await client.close();
  }
}

function findingOf(status: number): Found['finding'] {
  if (status === 204) return 'INTERNET_OPEN';
  // 511 is what a captive portal should answer. Source: RFC 6585 section 6.
  return status === 200 || (status >= 300 && status < 400) || status === 511
    ? 'INTERNET_PORTAL'
    : 'INTERNET_UNCLEAR';
}

function findingOfFailure({ reason }: OutgoingError): Found['finding'] {
  switch (reason) {
    case 'unreachable':
    case 'timeout':
      return 'INTERNET_NONE';
    case 'redirect':
    case 'tooLarge':
    case 'type':
      return 'INTERNET_PORTAL';
    case 'address':
    case 'certificate':
      return 'INTERNET_UNCLEAR';
  }
}

/** Checks whether the station's clock agrees with that of the server. */
export function judgeStationClock(dateMs: number | null, nowMs: number): Found {
  if (dateMs === null) return found('STATION_CLOCK_UNKNOWN');
  const skewMs = nowMs - dateMs;
  return found(Math.abs(skewMs) > CLOCK_MS ? 'STATION_CLOCK_WRONG' : 'STATION_CLOCK_RIGHT', { skewMs });
}
