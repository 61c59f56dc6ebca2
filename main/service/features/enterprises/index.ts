export { ensureOwnEnterprise, openEnterpriseStore, type EnterpriseStore } from './store.ts';
