import type { FastifyInstance } from 'fastify';

import type { EnterpriseId } from '../../../../shared/contract/ids.ts';
import { contract } from '../../../../shared/contract/index.ts';
import type { Program } from '../../../../shared/contract/operations/program.ts';
import { Failure } from '../../kernel/failure.ts';
import type { Endpoint } from '../../../../shared/contract/endpoint.ts';
import { type Handler, mount } from '../../kernel/http/routes/mount.ts';
import type { ProgramHost, ProgramUpdates } from '../../kernel/station-host.ts';

export type ProgramRoutes = {
  readonly ownEnterpriseId: EnterpriseId;
  readonly version: string;
  /** Undefined if a person neither quits nor updates the program in the interface. */
  readonly program: ProgramHost | undefined;
  /** Returns a URL that opens the interface once. */
  readonly newLaunchUrl: () => string;
};

type Origin = Pick<Parameters<Handler<Endpoint>>[0], 'caller' | 'isFromLan'>;

/** Serves the program around the station: what it is, another window, and quitting it. */
export function mountProgram(http: FastifyInstance, input: ProgramRoutes): void {
  const { ownEnterpriseId, program, version } = input;
  const refuse = ({ caller, isFromLan }: Origin): Failure<'FORBIDDEN'> | undefined => {
    if (caller.enterpriseId !== ownEnterpriseId)
      return new Failure('FORBIDDEN', 'Only the organisation of this station may do this.');
    return isFromLan
      ? new Failure('FORBIDDEN', 'This is possible only on the station’s own computer.')
      : undefined;
  };

  // What a person may do here depends on where they are.
  const updatesFor = (call: Origin): ProgramHost['updates'] =>
    refuse(call) === undefined ? program?.updates : undefined;
  mount(http, contract.getProgram, (call) => ({
    version,
    canQuit: program !== undefined && refuse(call) === undefined,
    updates: kindOf(updatesFor(call)),
  }));

  mount(http, contract.openProgramWindow, (call) => refuse(call) ?? { url: input.newLaunchUrl(), version });

  mount(http, contract.quitProgram, (call) => {
    const refusal = refuse(call);
    if (refusal !== undefined) return refusal;
    if (program === undefined)
      return new Failure('CONFLICT', 'This station is stopped where it was started, not in the interface.');
    // The stop lets this request finish first.
    program.quit();
    return undefined;
  });

  const withUpdates = <Reply>(call: Origin, work: (updates: ProgramUpdates) => Reply) => {
    const updates = updatesFor(call);
    return typeof updates === 'object'
      ? work(updates)
      : new Failure('CONFLICT', 'This station is updated where it was installed, not in the interface.');
  };
  mount(http, contract.getUpdates, (call) => withUpdates(call, (updates) => updates.state));
  mount(
    http,
    contract.setUpdates,
    (call) => refuse(call) ?? withUpdates(call, async (updates) => updates.set(call.body)),
  );
  mount(
    http,
    contract.checkForUpdates,
    (call) => refuse(call) ?? withUpdates(call, async (updates) => updates.check()),
  );
  // The stop lets this request finish first.
  mount(
    http,
    contract.installUpdate,
    (call) => refuse(call) ?? withUpdates(call, (updates) => updates.install()),
  );
}

function kindOf(updates: ProgramHost['updates']): Program['updates'] {
  return typeof updates === 'object' ? 'here' : (updates ?? 'elsewhere');
}
