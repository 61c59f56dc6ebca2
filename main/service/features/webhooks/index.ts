export { addressPolicy } from './address.ts';
export { mountWebhooks, type Webhooks } from './mount.ts';
export { openSender } from './send.ts';
export { signatureHeader } from './signing.ts';
