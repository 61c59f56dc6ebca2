export { mountRouters } from './mount.ts';
export { isRouterAddress, type Standing, urlFault } from './rules.ts';
export { openRouterStore } from './store.ts';
