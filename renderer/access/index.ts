export { PeoplePage } from './people/people-page.tsx';
export { SecretOnce } from './tokens/secret-once.tsx';
export { TokensPage } from './tokens/tokens-page.tsx';
