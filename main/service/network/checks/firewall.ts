import { readFile } from 'node:fs/promises';

import { type Found, found } from './found.ts';

/** Facts about firewalls that Linux shows to any user. Undefined: missing. */
export type LinuxSigns = {
  /** /etc/ufw/ufw.conf */
  readonly ufw: string | undefined;
  /** /run/firewalld.pid, or undefined while it is not running */
  readonly firewalld: string | undefined;
  /** /proc/modules */
  readonly modules: string | undefined;
};

/**
 * Returns which firewall may block headsets, and how to allow them. Reading its rules takes privileges that a station
 * does not have, so this is a hint; headsets that came through (`passed`) are the proof.
 */
export async function checkFirewall(port: number, passed: number): Promise<Found> {
  if (passed > 0) return found('FIREWALL_PASSED', { headsets: passed });
  if (process.platform === 'linux') return judgeLinux(await readSigns(), port);
  if (process.platform === 'win32') return found('FIREWALL_WINDOWS', { commands: windowsCommands(port) });
  return found(process.platform === 'darwin' ? 'FIREWALL_MACOS' : 'FIREWALL_UNKNOWN', { commands: [] });
}

/** Returns the verdict on these facts. */
export function judgeLinux({ ufw, firewalld, modules }: LinuxSigns, port: number): Found {
  if (ufw !== undefined && /^\s*ENABLED\s*=\s*["']?yes\b/im.test(ufw)) {
    return found('FIREWALL_UFW', { commands: [`sudo ufw allow ${port}/tcp`, 'sudo ufw allow 5353/udp'] });
  }
  if (firewalld !== undefined) {
    return found('FIREWALL_FIREWALLD', {
      commands: [
        `sudo firewall-cmd --permanent --add-port=${port}/tcp`,
        'sudo firewall-cmd --permanent --add-service=mdns',
        'sudo firewall-cmd --reload',
      ],
    });
  }
  // A rule table in use; only root can read its rules.
  if (modules !== undefined && /^(?:nf_tables|iptable_filter) \d+ [1-9]/m.test(modules)) {
    return found('FIREWALL_RULES', {
      commands: [
        'sudo nft list ruleset',
        `sudo nft insert rule inet filter input tcp dport ${port} accept`,
        'sudo nft insert rule inet filter input udp dport 5353 accept',
      ],
    });
  }
  return found('FIREWALL_NOT_SEEN', { commands: [] });
}

/** For an administrator's PowerShell. Source: Microsoft Learn, New-NetFirewallRule. */
function windowsCommands(port: number): string[] {
  const rule = (name: string, protocol: string, at: number): string =>
    `New-NetFirewallRule -DisplayName "${name}" -Direction Inbound -Action Allow -Protocol ${protocol} -LocalPort ${at}`;
  return [rule('Muster', 'TCP', port), rule('Muster mDNS', 'UDP', 5353)];
}

async function readSigns(): Promise<LinuxSigns> {
  const [ufw, firewalld, modules] = await Promise.all(
    ['/etc/ufw/ufw.conf', '/run/firewalld.pid', '/proc/modules'].map((file) =>
      readFile(file, 'utf8').catch(() => undefined),
    ),
  );
  return { ufw, firewalld, modules };
}
