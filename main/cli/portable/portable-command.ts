import { version } from '../product.ts';

/** Runs an installed or portable copy until it ends; sets the exit code. What a command does not need is not loaded. */
export async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  const [command] = argv;
  if (command === 'update') {
    const { update } = await import('./update/update-command.ts');
    return update(argv.slice(1));
  }
  if (command !== 'serve' && argv.includes('--version')) {
    console.log(version);
    return;
  }
  const { runStation } = await import('./station-command.ts');
  return runStation(argv, env);
}
