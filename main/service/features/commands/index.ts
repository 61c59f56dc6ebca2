export { type Commands, GIVEN } from './commands.ts';
export { mountCommands } from './routes.ts';
