export { AuditLog } from './log.ts';
export { recordWrites } from './record-writes.ts';
export { mountAudit } from './routes.ts';
