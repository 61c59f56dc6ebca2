import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

const parameterSchema = z.object({
  name: z.string(),
  in: z.enum(['path', 'query']),
  schema: z.record(z.string(), z.unknown()),
});
/** A parameter of the document: its location and schema. */
export type Parameter = z.infer<typeof parameterSchema>;

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        parameters: z.array(parameterSchema).default([]),
        responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
      }),
    ),
  ),
});

/** An operation of the document. */
type Endpoint = { readonly method: string; readonly path: string };

/** Checks answers and requests against the station's own OpenAPI document. */
export class OpenApiCheck {
  readonly #paths: z.infer<typeof documentSchema>['paths'];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.#paths = documentSchema.parse(document).paths;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'openapi');
  }

  /**
   * Throws if the document does not have this answer: status, media type if the headers are given, or shape of the
   * body.
   */
  assertDocumented(
    answer: Endpoint & { readonly status: number; readonly headers?: Headers; readonly body: unknown },
  ): void {
    const { method, path, status, headers, body } = answer;
    const response = this.#operation(answer).responses[String(status)];
    if (response === undefined)
      throw new Error(`${method} ${path} answered ${status}, which the document does not have`);
    const mediaType = headers?.get('content-type')?.split(';')[0];
    if (
      response.content !== undefined &&
      mediaType !== undefined &&
      !Object.hasOwn(response.content, mediaType)
    )
      throw new Error(`${method} ${path} ${status} came as ${mediaType}, which the document does not have`);
    if (response.content?.['application/json'] === undefined) return;
    const validate = this.#validator(answer, 'responses', String(status));
    if (!validate(body)) {
      throw new Error(
        `${method} ${path} ${status}: ${this.#ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
    }
  }

  /** Returns the parameters of an operation in the document. */
  parametersOf(endpoint: Endpoint): readonly Parameter[] {
    return this.#operation(endpoint).parameters;
  }

  /** Returns true if the document allows this text for the parameter; a list is written with commas. */
  takesParameter({ schema }: Parameter, text: string): boolean {
    return this.#ajv.validate(schema, schema['type'] === 'array' ? text.split(',') : text);
  }

  /** Returns true if the document allows this body for the operation. */
  takesBody(endpoint: Endpoint, body: unknown): boolean {
    return this.#validator(endpoint, 'requestBody')(body);
  }

  #operation({ method, path }: Endpoint): z.infer<typeof documentSchema>['paths'][string][string] {
    const operation = this.#paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${method} ${path} is not in the OpenAPI document`);
    return operation;
  }

  /** Checks the JSON under these keys of an operation. */
  #validator({ method, path }: Endpoint, ...keys: readonly string[]): ValidateFunction {
    const pointer = ['paths', path, method.toLowerCase(), ...keys, 'content', 'application/json', 'schema']
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    const known = this.#validators.get(pointer);
    if (known !== undefined) return known;
    const made = this.#ajv.compile({ $ref: `openapi#/${pointer}` });
    this.#validators.set(pointer, made);
    return made;
  }
}
