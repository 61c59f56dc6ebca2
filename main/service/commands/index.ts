export { type Commands, openCommands } from './open.ts';
export { type CommandSender, type CommandToSend, FROM_CALLER } from './orders/commands.ts';
export { releaseHeadset } from './answers/release.ts';
export type { CommandRecords } from './pending/records.ts';
export { type StreamReport, streamEventType } from './stream/events.ts';
export { recordStreamReports } from './stream/report.ts';
