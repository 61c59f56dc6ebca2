import { PLAIN_MESSAGES, type PlainMessage } from '../../../shared/contract/plain-messages.ts';
import { foundWrong } from './found-wrong.ts';

/** Without the values of each in its type. */
const plain: Readonly<Record<PlainMessage, string>> = PLAIN_MESSAGES;

/**
 * What is wrong with a value, as the station says it. The interface recognizes these sentences and shows them in its
 * own language.
 */
export const validation = {
  ...plain,
  ...foundWrong,
  or: '{{first}}. Or: {{second}}',
  missingAnd: '{{first}}. {{second}}',
  jsonObject: 'Must be a JSON object, nested at most {{max}} levels',
  commandMessage: 'Must be a JSON object of at most {{size}} KiB, nested at most {{max}} levels',
  printable: 'Must be 1 to {{max}} printable characters without spaces',
  macAddress: 'A MAC address is six pairs of hex digits with colons',
  androidId: 'An androidId is 1 to 128 printable characters without spaces',
  eventTypes: 'Must be *, device.*, event.*, event.<TYPE> or one of {{types}}',
  bytesAsText: 'Must be {{count}} bytes in base64url',
  hexDigits: 'Must be 64 hexadecimal digits',
  sha256: 'Must be a SHA-256: 64 hexadecimal digits in lower case',
  hostAndPort: 'Must be an address with its port, as 192.168.1.20:37001',
  component: 'Must be a component: package/class',
  languageTag: 'Must be a language tag',
  name: 'Must be a name',
  permission: 'Must be a permission',
  action: 'Must be an action',
  operation: 'Must be an operation',
  versionCode: 'Must be a version code, or unknown',
  devicePath: 'Must be a whole path on the headset, without ".."',
  timeZone: 'Must be an IANA time zone, such as Europe/Paris',
  webAddress: 'Must be an http or https address without a user name in it',
  oneDevice: 'Must name at least one device',
  notDevice: 'Not a device id',
  notToken: 'Not a token id',
  notEnterprise: 'Not an enterprise id',
  notId: 'Not an id',
  notIdentifier: 'Not an identifier',
  notFingerprint: 'Not the fingerprint of a key',
  notPairing: 'Not the id of a pairing',
  sixDigits: 'Must be six digits',
  notBackup: 'Not the name of a backup',
  notCopy: 'Not the name of an encrypted backup',
  notPackage: 'Not the name of an Android package',
  notStep: 'Not the number of a step',
  fileName: 'Must be a file name: without slashes, control characters and marks of direction',
  reservedName: 'Must be a file name: this one means something else to computers',
  tooDeep: 'Must not be nested so deep',
  sameVersion: 'Must be the same as codeVersion, of which it is another name',
  whichHeadsets: 'Name the headsets to retry',
  tokenOnCommandLine: 'The token is never on a command line: the agent reads it from {file}',
  agentOrNone: 'An agent needs to be told where to enrol: give its component. Without an agent omit it',
  notBeforeStart: 'Must not be before startDate',
};
