import type { FastifyInstance } from 'fastify';

import { contract } from '../../../../shared/contract/index.ts';
import { mount } from '../../kernel/http/routes/mount.ts';
import type { Practice } from './practice.ts';

export function mountPractice(http: FastifyInstance, practice: Practice): void {
  mount(http, contract.getPractice, ({ caller }) => practice.statusFor(caller.enterpriseId));
  mount(http, contract.startPractice, ({ body, caller }) => practice.start(body, caller));
  mount(http, contract.stopPractice, ({ caller }) => practice.remove(caller));
}
