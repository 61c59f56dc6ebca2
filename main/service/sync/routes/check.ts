import type { z } from 'zod';

import type { checkUpstream } from '../../../../shared/contract/sync/upstream.ts';
import type { Finding } from '../client/check.ts';

/** Converts the result of a connection check for the API. */
export function checkOf(finding: Finding): z.input<typeof checkUpstream.reply> {
  if ('organisations' in finding) {
    const { total = null, clockSkewMs = null, isEncrypted } = finding;
    return {
      isOk: finding.finding === 'OK',
      finding: finding.finding,
      message: finding.finding === 'OK' ? 'The central answers.' : 'The clocks are far apart.',
      organisations: [...finding.organisations],
      organisationNames: { ...finding.organisationNames },
      devices: total,
      clockSkewMs,
      isEncrypted,
    };
  }
  const nothing = {
    organisations: [],
    organisationNames: {},
    devices: null,
    clockSkewMs: null,
    isEncrypted: null,
  };
  return { isOk: false, finding: finding.finding, message: finding.message, ...nothing };
}
