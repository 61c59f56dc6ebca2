export { PendingCommands } from './pending.ts';
