export { type Commands, type CommandToSend, GIVEN } from './commands.ts';
export { mountCommands } from './routes.ts';
