export { PendingCommands, type WireCommand } from './pending.ts';
