export { type Access, openAccess } from './open.ts';
export { type EnterpriseStore, enterpriseOf } from './enterprises/enterprises.ts';
export type { RetainedTokens, Token } from './tokens/store.ts';
export type { Tokens } from './tokens/tokens.ts';
