export { AuditLog } from './audit/log.ts';
export { type Operations, openOperations } from './open.ts';
