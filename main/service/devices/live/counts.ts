import { z } from 'zod';

import type { Activity } from '../../../../shared/service-port.ts';
import type { Core } from '../../kernel/kernel.ts';
import { CODE_LIFE_MS } from '../codes/life.ts';

/** Counts enrolled headsets, connected ones, and live codes. */
export function openHeadsetCounts(core: Core): () => Pick<Activity, 'headsets' | 'linked' | 'codes'> {
  const enrolled = core.db
    .prepare('SELECT count(*) FROM device WHERE android_id IS NOT NULL AND is_archived = 0')
    .pluck();
  const codes = core.db
    .prepare(
      'SELECT count(*) FROM enrolment_code WHERE used_by IS NULL AND expires_at_ms > ? AND expires_at_ms <= ?',
    )
    .pluck();
  const number = z.int();
  return () => {
    const nowMs = core.clock.now();
    return {
      headsets: number.parse(enrolled.get()),
      linked: core.links.count,
      codes: number.parse(codes.get(nowMs, nowMs + CODE_LIFE_MS)),
    };
  };
}
