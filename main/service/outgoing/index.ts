export { isAllowedAddress } from './address-policy.ts';
export { GuardedClient, type OutgoingAnswer } from './guarded-client.ts';
export { OutgoingError } from './outgoing-error.ts';
