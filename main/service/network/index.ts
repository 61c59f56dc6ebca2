export { mountNetworkChecks } from './checks/routes.ts';
export { IdentitySealedError } from './listener/identity.ts';
export { mountLan } from './listener/routes.ts';
export { type LanSettingStore, openLanSettings } from './listener/store.ts';
export { type LanOptions, LanSwitch } from './listener/switch.ts';
export { mountResolveMac } from './mac/routes.ts';
export { mountRouters } from './routers/mount.ts';
export { openRouterStore } from './routers/store.ts';
