import { PLAIN_MESSAGES, type PlainMessage } from '../../plain-messages.ts';
import { utf8Length } from '../../primitives.ts';

/** Maximum length of a network's name, in bytes of UTF-8. Source: IEEE 802.11, section 9.4.2.2. */
export const MAX_SSID_BYTES = 32;
/** Length of a WPA password: characters at least, bytes of UTF-8 at most. Source: IEEE 802.11, annex J. */
export const [MIN_PASSPHRASE, MAX_PASSPHRASE] = [8, 63];
/** A pre-shared key may also be given as it is. */
const RAW_KEY = /^[0-9a-f]{64}$/i;

/** Returns whether a network can have this name. */
function isSsid(name: string): boolean {
  return utf8Length(name) <= MAX_SSID_BYTES;
}

/** Returns whether a network with a common password can have this one. */
function isPassphrase(password: string): boolean {
  if (RAW_KEY.test(password)) return true;
  // Some networks have letters beyond ASCII in it; none has control characters.
  return (
    Array.from(password).length >= MIN_PASSPHRASE &&
    utf8Length(password) <= MAX_PASSPHRASE &&
    !/\p{Cc}/u.test(password)
  );
}

/** What decides whether headsets can join a network. */
type Network = {
  readonly ssid: string;
  readonly password?: string | null | undefined;
  readonly security?: string | undefined;
};

/** Returns the fields of a network with which no headset could join it, with the reason. An empty password is none. */
export function networkFaults({ ssid, password, security }: Network): { path: string; message: string }[] {
  const faults: { path: string; message: PlainMessage }[] = [];
  if (!isSsid(ssid)) faults.push({ path: 'ssid', message: 'ssid' });
  const isPersonal = security !== 'open' && security !== 'enterprise';
  if (isPersonal && password !== undefined && password !== null && password !== '' && !isPassphrase(password))
    faults.push({ path: 'password', message: 'passphrase' });
  return faults.map(({ path, message }) => ({ path, message: PLAIN_MESSAGES[message] }));
}
