export { ensureOwnEnterprise, openEnterpriseStore, type Enterprise, type EnterpriseStore } from './store.ts';
