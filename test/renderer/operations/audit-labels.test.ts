import { expect, test } from 'vitest';

import { en } from '../../../renderer/copy/en/index.ts';
import { WATCH_OPERATIONS } from '../../../shared/contract/commands/views.ts';
import { isAudited } from '../../../shared/contract/endpoint.ts';
import { contract } from '../../../shared/contract/index.ts';

test('every action in the audit log has a label', () => {
  const audited = Object.entries(contract)
    .filter(([, operation]) => isAudited(operation))
    .map(([name]) => name);

  expect(Object.keys(en.audit.act).toSorted()).toEqual([...audited, ...WATCH_OPERATIONS].toSorted());
});
