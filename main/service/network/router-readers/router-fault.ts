import type { RouterFinding } from '../../../../shared/contract/network/routers.ts';
import { OutgoingError, type OutgoingReason } from '../../kernel/outgoing/outgoing-error.ts';

/** Why a router or a lease file could not be read, for people. */
export class RouterFault extends Error {
  override readonly name = 'RouterFault';
  readonly finding: Exclude<RouterFinding, 'OK'>;
  /** The HTTP status behind it, if there was one. */
  readonly status: number | undefined;

  constructor(finding: Exclude<RouterFinding, 'OK'>, message: string, status?: number) {
    super(message);
    this.finding = finding;
    this.status = status;
  }
}

const FINDINGS: Readonly<Record<OutgoingReason, Exclude<RouterFinding, 'OK'>>> = {
  address: 'ADDRESS_REFUSED',
  unreachable: 'UNREACHABLE',
  timeout: 'TIMEOUT',
  certificate: 'CERTIFICATE_CHANGED',
  redirect: 'REDIRECTED',
  tooLarge: 'TOO_LARGE',
  type: 'NOT_THIS_KIND',
};

const MESSAGES: Readonly<Record<OutgoingReason, string>> = {
  address:
    'This address is not allowed: only addresses on a network of this station, or explicitly allowed ones, can be queried.',
  unreachable: 'Nothing answers at this address, or it breaks off. Check address, port and cable.',
  timeout: 'It does not answer in time.',
  certificate: 'Its key has changed. Accept the new key only if the router was replaced or reset.',
  redirect: 'It redirects to another address. Enter that address, often the same one with https.',
  tooLarge: 'It answers with more than 4 MiB.',
  type: 'It does not answer with JSON: it is not a router of this kind, or its API is switched off.',
};

/**
 * Converts an error of the layers below.
 * @throws errors that are not the router's.
 */
export function toRouterFault(error: unknown): RouterFault {
  if (error instanceof RouterFault) return error;
  if (error instanceof OutgoingError) return new RouterFault(FINDINGS[error.reason], MESSAGES[error.reason]);
  throw error;
}
