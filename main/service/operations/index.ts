export { AuditLog } from './audit/log.ts';
export { openOperations } from './open.ts';
