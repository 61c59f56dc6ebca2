import { useState } from 'react';
import { useTranslation } from 'react-i18next';

import { bodySchema, type Description, type Operation } from './description.ts';
import { Prose } from './prose.tsx';
import { SchemaView } from './schema-view.tsx';
import { TryIt } from './try-it.tsx';

type Props = {
  operation: Operation;
  schemas: Description['schemas'];
  token: string;
  onToken: (token: string) => void;
};

/** One operation: input, output, and a form to send it. Rendered when it is opened. */
export function OperationView(props: Props): React.JSX.Element {
  const { t } = useTranslation('docs');
  const { operation } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className="panel operation"
      id={operation.operationId}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span className={`method ${operation.method.toLowerCase()}`}>{operation.method}</span>
        <span className="mono breaks">{operation.path}</span>
        <span className="dim grow">
          <Prose text={operation.summary} />
        </span>
        {operation['x-muster-extension'] && <span className="pill small">{t('extension')}</span>}
      </summary>
      {isOpen && <Parts {...props} />}
    </details>
  );
}

function Parts({ operation, schemas, token, onToken }: Props): React.JSX.Element {
  const { t } = useTranslation('docs');
  const body = bodySchema(operation.requestBody?.content);
  return (
    <div className="in operation-parts">
      <div className="stack wide">
        {operation.description !== undefined && (
          <p>
            <Prose text={operation.description} />
          </p>
        )}
        {operation.parameters.length > 0 && (
          <section>
            <h4>{t('parameters')}</h4>
            <ul className="grid snug">
              {operation.parameters.map((parameter) => (
                <li key={parameter.name}>
                  <b className="mono">{parameter.name}</b>{' '}
                  <span className="faint small">
                    {parameter.in}
                    {parameter.required && `, ${t('required')}`}
                  </span>{' '}
                  <code>{parameter.schema !== undefined && <SchemaView schema={parameter.schema} />}</code>
                </li>
              ))}
            </ul>
          </section>
        )}
        {body !== undefined && (
          <section>
            <h4>{t('body')}</h4>
            <pre className="raw" tabIndex={0}>
              <SchemaView schema={body} />
            </pre>
          </section>
        )}
        <section>
          <h4>{t('replies')}</h4>
          <ul className="grid snug">
            {Object.entries(operation.responses).map(([status, response]) => (
              <li key={status}>
                <b>{status}</b>{' '}
                <Reply description={response.description} schema={bodySchema(response.content)} />
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section>
        <h4>{t('tryIt')}</h4>
        <TryIt operation={operation} schemas={schemas} token={token} onToken={onToken} />
      </section>
    </div>
  );
}

type ReplyProps = { description: string; schema: ReturnType<typeof bodySchema> };

function Reply({ description, schema }: ReplyProps): React.JSX.Element {
  const { t } = useTranslation('docs');
  if (schema === undefined) return <span className="dim">{t('noReplyBody')}</span>;
  const isNamed = schema.$ref !== undefined;
  return (
    <>
      <span className="dim">
        <Prose text={description} />
      </span>{' '}
      {isNamed ? (
        <code>
          <SchemaView schema={schema} />
        </code>
      ) : (
        <pre className="raw" tabIndex={0}>
          <SchemaView schema={schema} />
        </pre>
      )}
    </>
  );
}
