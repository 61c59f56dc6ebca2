// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export { listAudit, exportAudit, verifyAudit } from './audit.ts';
export {
  createBackup,
  listBackups,
  inspectBackup,
  downloadBackup,
  restoreBackup,
  addCopy,
  listCopies,
  downloadCopy,
  openCopy,
  removeCopy,
} from './backups.ts';
export { getComputer, getDiagnostics } from './diagnostics.ts';
export {
  getHealth,
  getStation,
  changeEnterprise,
  createSlots,
  settleCopy,
  createCodes,
  getPractice,
  startPractice,
  stopPractice,
} from './station.ts';
export {
  createWebhook,
  listWebhooks,
  getWebhook,
  updateWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listDeliveries,
  retryDelivery,
} from './webhooks.ts';
