// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export { getLan, setLan } from './lan.ts';
export { getNetworkChecks, runNetworkChecks } from './network-checks.ts';
export { resolveMac, resolveMacs } from './resolve-mac.ts';
export { listRouters, replaceRouters, testRouter } from './routers.ts';
