export { AuditLog } from './log.ts';
export { recordWrites, type SubjectNames } from './record-writes.ts';
export { mountAudit } from './routes.ts';
