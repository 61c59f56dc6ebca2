export { ensureOwnEnterprise, enterpriseOf, openEnterpriseStore, type EnterpriseStore } from './store.ts';
