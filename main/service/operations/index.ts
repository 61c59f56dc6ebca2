export { openAuditStore } from './audit/store.ts';
export { openOperations, type Operations } from './open.ts';
