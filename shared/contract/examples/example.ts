import type { z } from 'zod';

import type { contract, streams } from '../index.ts';

type Contract = typeof contract;
type Streams = typeof streams;

/**
 * What an operation of the OpenAPI document is shown with. A body has every field there is, for the tests of bad input
 * start from it (`test/service/hostile`).
 */
export type OperationExamples = {
  readonly [Name in keyof Contract]?: {
    readonly body?: z.input<Contract[Name]['body']>;
    readonly reply: z.input<Contract[Name]['reply']>;
  };
};

/** The data of each event of what sends events, in the order in which they are shown. */
export type StreamExamples = {
  readonly [Name in keyof Streams]?: {
    readonly [Event in keyof Streams[Name]['events']]: Streams[Name]['events'][Event] extends z.ZodType
      ? z.input<Streams[Name]['events'][Event]>
      : never;
  };
} & {
  /** Of operations that answer both ways; a test holds each against its schema. */
  readonly [Name in keyof Contract]?: Readonly<Record<string, unknown>>;
};
