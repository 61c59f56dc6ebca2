export { type AddressPolicy, isAllowedAddress } from './address-policy.ts';
export { guardedConnector } from './connector.ts';
export { GuardedClient, type OutgoingAnswer, type OutgoingStream } from './guarded-client.ts';
export { OutgoingError, type OutgoingReason } from './outgoing-error.ts';
export { contains, networks, parseIp } from './ip-address.ts';
