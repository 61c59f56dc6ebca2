import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import type { Role } from '../../../../shared/contract/access/roles.ts';

/** What each error status means to the caller. Source: the API documentation, "Errors". */
const MEANING: Readonly<Record<number, string>> = {
  400: 'The body or a parameter is not valid: correct the request',
  401: 'The token is missing or not valid: use another one',
  403: 'Not allowed: check the scope and the organisation of the token',
  404: 'Not found, or the headset cannot be reached',
  409: 'The state has changed: read it again, then retry',
  412: 'Not the requested version: download it again from the start',
  413: 'Too large: split the batch',
  416: 'The range is out of bounds: Content-Range has the size',
  422: 'Well-formed but not applicable: correct the fields',
  429: 'Too many requests: retry after the time in Retry-After',
  500: 'Internal error of the station: retry later',
  502: 'The web interface behind the station failed: retry later',
  503: 'The station is unavailable: retry later',
  507: 'The disk of the station is full: free some space',
};

/** Returns what this error status means, as a sentence. */
export function meaningOf(status: number): string {
  return MEANING[status] ?? 'Refused';
}

/** Returns who may call an operation, as a sentence. */
export function accessInText(access: Endpoint['access'], role: Role | null): string {
  if (access === 'public') return 'Needs no token.';
  if (access === 'loopback')
    return 'Needs no token, and answers only on the station’s own computer or, while a passcode is set, on the local network.';
  const person =
    role === null ? '' : ` A person needs the role ${role}${role === 'technician' ? '' : ' or more'}.`;
  return `Needs a token of scope ${access.join(' or ')}.${person}`;
}
