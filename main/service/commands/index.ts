export { mountAvailability } from './orders/availability-routes.ts';
export { type CommandToSend, Commands, GIVEN } from './orders/commands.ts';
export { mountCommands } from './orders/routes.ts';
export { type CommandRecords, openCommandRecords } from './pending/records.ts';
export { type StreamReport, streamEventType } from './stream/events.ts';
export { recordStreamReports } from './stream/report.ts';
export { mountStream } from './stream/routes.ts';
export { announceStream } from './stream/status.ts';
