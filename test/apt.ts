import { spawnSync } from 'node:child_process';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Installs Debian packages after `apt-get update`; its output goes to ours. Returns what went wrong, or undefined. */
export function aptInstall(env: Environment, packages: readonly string[]): string | undefined {
  return apt(env, ['update']) ?? apt(env, ['install', '-y', '--no-install-recommends', ...packages]);
}

function apt(env: Environment, words: readonly string[]): string | undefined {
  const run = spawnSync('apt-get', words, {
    stdio: 'inherit',
    env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return run.status === 0
    ? undefined
    : `apt-get ${words.join(' ')} ended with ${String(run.status ?? run.error)}`;
}
