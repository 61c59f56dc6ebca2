import type { Commands } from '../../commands/index.ts';
import type { Logger } from '../../kernel/logging/log.ts';
import type { AuditLog } from './log.ts';
import { kindOf } from './audit-hook.ts';

/** Records who watched whom and when, for views that no request describes. */
export function recordWatching(views: Commands['views'], audit: AuditLog, log: Logger): void {
  views.onWatched(({ operation, watching, devicesId, detail }) => {
    const { name: who, personId, tokenId, role, address, isFromLan, enterpriseId } = watching;
    if (enterpriseId === null) return;
    const by = { kind: kindOf(watching), who, personId, tokenId, role, address, isFromLan, enterpriseId };
    const subject = {
      operation,
      detail,
      subject: null,
      devicesId: [...devicesId].sort(),
      status: 200,
      skipped: 0,
    };
    audit.record({ ...by, ...subject }).catch((error: unknown) => {
      log.error({ err: error }, 'who watched could not be written down');
    });
  });
}
