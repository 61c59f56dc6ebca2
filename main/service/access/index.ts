export { hashPasscode } from './passcodes/hash.ts';
export { PasscodeBook } from './passcodes/passcode-book.ts';
export {
  type EnterpriseStore,
  ensureOwnEnterprise,
  enterpriseOf,
  openEnterpriseStore,
} from './people/enterprises.ts';
export { mountPeople } from './people/routes.ts';
export { SignIn } from './people/sign-in.ts';
export { openPeople } from './people/store.ts';
export type { IssuingRules } from './tokens/issue.ts';
export { LaunchTokens } from './tokens/launch.ts';
export { aToken, mountTokens } from './tokens/routes.ts';
export { openSigner } from './tokens/signer.ts';
export { type KeptTokens, type Token, type TokenStore, openTokenStore } from './tokens/store.ts';
export { Tokens } from './tokens/tokens.ts';
