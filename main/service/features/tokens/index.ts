export type { IssuingRules } from './issue.ts';
export { LaunchTokens } from './launch.ts';
export { aToken, mountTokens } from './routes.ts';
export { openSigner } from './signer.ts';
export { type KeptTokens, openTokenStore, type Token, type TokenStore } from './store.ts';
export { Tokens } from './tokens.ts';
