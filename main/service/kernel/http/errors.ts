import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { Socket } from 'node:net';

import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '../../../../shared/contract/errors.ts';
import { Failure } from '../failure.ts';
import { toStorageError } from '../store/storage-error.ts';
import { drainBody } from './drain.ts';
import { isAllowedToTakeLong } from './limits/long-requests.ts';

/** Fastify's own errors as codes of the interface. Source: fastify.dev/docs/latest/Reference/Errors. */
const FASTIFY_REFUSALS: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [
    'BATCH_TOO_LARGE',
    'The request is too large: at most 8 MiB, 256 KiB without a token. Split it.',
  ],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['VALIDATION_FAILED', 'Send the body as application/json.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['VALIDATION_FAILED', 'The body is not as long as announced.'],
  FST_ERR_BAD_URL: ['NOT_FOUND', 'The address is not a valid URL path.'],
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', 'Nothing has an identifier of that length.'],
};

/** Returns the body of a refusal. */
export function errorBody(code: ErrorCode, message: string, requestId?: string): ErrorBody {
  return { error: message, message, code, ...(requestId === undefined ? {} : { requestId }) };
}

/**
 * Converts anything a handler threw into a documented reply. Anything but a refusal is logged and becomes a 500 without
 * detail.
 */
export function answerError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!request.raw.complete) {
    // Fastify asks to close at once, which loses the reply while the client is still sending.
    void reply.removeHeader('connection');
    drainBody(request.raw);
  }
  const failure = toFailure(thrown);
  if (failure === undefined) {
    request.log.error({ err: thrown, requestId: request.id }, 'request failed');
    const message = `Internal error of the station. Report it with the number ${request.id}.`;
    return reply.code(500).send(errorBody('INTERNAL', message, request.id));
  }
  if (ERROR_STATUS[failure.code] >= 500)
    request.log.warn({ code: failure.code, cause: failure.cause }, 'not served');
  const { retryAfterSec, details, invalidIds, conflicts } = failure.extras;
  if (retryAfterSec !== undefined) void reply.header('retry-after', String(retryAfterSec));
  if (failure.code === 'UNAUTHENTICATED') void reply.header('www-authenticate', 'Bearer');
  const body = errorBody(failure.code, failure.message, request.id);
  return reply.code(ERROR_STATUS[failure.code]).send({
    ...body,
    ...(details === undefined ? {} : { details }),
    ...(invalidIds === undefined ? {} : { invalidIds }),
    ...(conflicts === undefined ? {} : { conflicts }),
  });
}

function toFailure(thrown: unknown): Failure | undefined {
  if (thrown instanceof Failure) return thrown;
  const storage = toStorageError(thrown);
  if (storage !== undefined) {
    const failure = new Failure(storage.code, storage.message, { retryAfterSec: 5 });
    failure.cause = storage.cause;
    return failure;
  }
  if (thrown instanceof SyntaxError) return notJson(thrown.message);
  if (!isFastifyError(thrown)) return undefined;
  const known = FASTIFY_REFUSALS[thrown.code];
  if (known !== undefined) return new Failure(known[0], known[1]);
  return thrown.statusCode === 400 ? notJson(thrown.message) : undefined;
}

function notJson(reason: string): Failure {
  return new Failure('VALIDATION_FAILED', 'The body is not valid JSON.', {
    details: [{ path: '', message: reason }],
  });
}

function isFastifyError(thrown: unknown): thrown is FastifyError {
  return (
    thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' && 'statusCode' in thrown
  );
}

/** How long the reply to a malformed request may take to send, in ms; after that the connection is closed anyway. */
const FLUSH_MS = 1_000;

/**
 * Replies in the same form to requests that are not valid HTTP or have too large a header, and closes the connection.
 */
export function answerMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (isAllowedToTakeLong(error, socket)) return;
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const isHeader = error.code === 'HPE_HEADER_OVERFLOW';
  const status = isHeader ? '431 Request Header Fields Too Large' : '400 Bad Request';
  const text = isHeader ? 'The request headers are larger than 16 KiB.' : 'This is not a valid HTTP request.';
  const body = JSON.stringify(errorBody('VALIDATION_FAILED', text));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  );
  setTimeout(() => socket.destroy(), FLUSH_MS).unref();
}
