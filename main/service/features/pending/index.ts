export { type CommandRecords, openCommandRecords } from './records.ts';
export { PendingCommands, type WireCommand } from './pending.ts';
