import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { z } from 'zod';

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        responses: z.record(z.string(), z.object({ content: z.record(z.string(), z.unknown()).optional() })),
      }),
    ),
  ),
});

/** Checks answers against the station's own OpenAPI document. */
export class OpenApiCheck {
  readonly #paths: z.infer<typeof documentSchema>['paths'];
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #validators = new Map<string, ValidateFunction>();

  constructor(document: object) {
    this.#paths = documentSchema.parse(document).paths;
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(document, 'openapi');
  }

  /** Throws when the document does not have this answer: status, media type, or shape of the body. */
  assertDocumented(answer: {
    method: string;
    path: string;
    status: number;
    headers: Headers;
    body: unknown;
  }): void {
    const { method, path, status, headers, body } = answer;
    const operation = this.#paths[path]?.[method.toLowerCase()];
    if (operation === undefined) throw new Error(`${method} ${path} is not in the OpenAPI document`);
    const response = operation.responses[String(status)];
    if (response === undefined)
      throw new Error(`${method} ${path} answered ${status}, which the document does not have`);
    const mediaType = headers.get('content-type')?.split(';')[0] ?? '';
    if (response.content !== undefined && !Object.hasOwn(response.content, mediaType))
      throw new Error(`${method} ${path} ${status} came as "${mediaType}", which the document does not have`);
    if (response.content?.['application/json'] === undefined) return;
    const pointer = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ]
      .map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1'))
      .map(encodeURIComponent)
      .join('/');
    let validate = this.#validators.get(pointer);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `openapi#/${pointer}` });
      this.#validators.set(pointer, validate);
    }
    if (!validate(body)) {
      throw new Error(
        `${method} ${path} ${status}: ${this.#ajv.errorsText(validate.errors)}\n${JSON.stringify(body)}`,
      );
    }
  }
}
