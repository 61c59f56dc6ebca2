export { receiverPolicy } from './address.ts';
export { mountWebhooks } from './mount.ts';
export { openSender } from './send.ts';
export { signatureHeader } from './signing.ts';
export { openWebhookStore } from './store.ts';
