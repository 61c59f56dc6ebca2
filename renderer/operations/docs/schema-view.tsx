import { refName, type Schema } from './description.ts';

type Props = { schema: Schema; /** Levels already around it, for the indentation. */ depth?: number };

/** A schema as a type: fields, their types and limits; named schemas are links. */
export function SchemaView({ schema, depth = 0 }: Props): React.JSX.Element {
  if (schema.$ref !== undefined) {
    const name = refName(schema.$ref);
    return <a href={`#schema-${name}`}>{name}</a>;
  }
  const alternatives = schema.anyOf ?? schema.allOf;
  if (alternatives !== undefined) {
    return (
      <>
        {alternatives.map((alternative, index) => (
          <span key={index}>
            {index > 0 && (schema.anyOf === undefined ? ' & ' : ' | ')}
            <SchemaView schema={alternative} depth={depth} />
          </span>
        ))}
      </>
    );
  }
  if (schema.properties !== undefined) return <Fields schema={schema} depth={depth} />;
  if (schema.items !== undefined) {
    return (
      <>
        <SchemaView schema={schema.items} depth={depth} />
        []
      </>
    );
  }
  if (typeof schema.additionalProperties === 'object') {
    return (
      <>
        {'{ [name]: '}
        <SchemaView schema={schema.additionalProperties} depth={depth} />
        {' }'}
      </>
    );
  }
  return (
    <>
      {typeText(schema)}
      <span className="faint">{limitsText(schema)}</span>
    </>
  );
}

function Fields({ schema, depth }: Required<Props>): React.JSX.Element {
  const indent = '  '.repeat(depth + 1);
  return (
    <>
      {'{\n'}
      {Object.entries(schema.properties ?? {}).map(([name, field]) => (
        <span key={name}>
          {indent}
          <b>{name}</b>
          {schema.required?.includes(name) === true ? ': ' : '?: '}
          <SchemaView schema={field} depth={depth + 1} />
          {'\n'}
        </span>
      ))}
      {'  '.repeat(depth)}
      {'}'}
    </>
  );
}

function typeText(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === undefined) return 'any';
  return typeof schema.type === 'string' ? schema.type : schema.type.join(' | ');
}

function limitsText(schema: Schema): string {
  const parts: string[] = [];
  if (schema.format !== undefined) parts.push(schema.format);
  if (isStated(schema.minimum)) parts.push(`≥ ${schema.minimum}`);
  if (isStated(schema.maximum)) parts.push(`≤ ${schema.maximum}`);
  if (schema.minLength !== undefined && schema.minLength > 0) parts.push(`≥ ${schema.minLength} characters`);
  if (schema.maxLength !== undefined) parts.push(`≤ ${schema.maxLength} characters`);
  if (schema.default !== undefined) parts.push(`default ${JSON.stringify(schema.default)}`);
  return parts.length === 0 ? '' : `  ${parts.join(', ')}`;
}

/** Hides the bounds of safe integers, which every integer has. */
function isStated(bound: number | undefined): boolean {
  return bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER;
}
