import { Button, PasswordInput, TextInput, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { Form } from '../../ui/parts/form.tsx';
import { needs } from '../../ui/why/why.ts';
import { typed } from '../../ui/controls/field-props.ts';
import { faultAt, jsonFault } from '../../model/json-fault.ts';
import { address } from '../../../shared/domain/kernel/address.ts';
import { Copy } from './quick-start.tsx';
import { bodySchema, exampleOf, isStream, type Description, type Operation } from './description.ts';

type Props = {
  operation: Operation;
  schemas: Description['schemas'];
  token: string;
  onToken: (token: string) => void;
};

type Answer = { readonly status: string; readonly headers: string; readonly body: string };

/** Sends the operation to this station and shows the raw reply. */
export function TryIt({ operation, schemas, token, onToken }: Props): React.JSX.Element {
  const { t } = useTranslation(['docs', 'headset']);
  const schema = bodySchema(operation.requestBody?.content);
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [body, setBody] = useState(() =>
    schema === undefined ? '' : JSON.stringify(exampleOf(schema, schemas), null, 2),
  );
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(null);
  const fault = jsonFault(body);
  // A body may be absent, and need not be an object.
  const isBadBody = fault.kind === 'token' || fault.kind === 'syntax';

  const send = async (): Promise<void> => {
    const stop = new AbortController();
    running.current = stop;
    setRunning(true);
    setAnswer(null);
    const startMs = performance.now();
    try {
      const reply = await fetch(
        target(operation, values),
        requestOf(operation, { token, body, signal: stop.signal }),
      );
      const status = t('status', {
        status: `${reply.status} ${reply.statusText}`,
        duration: `${Math.round(performance.now() - startMs)} ms`,
      });
      const headers = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      await readText(reply, (text) => setAnswer({ status, headers, body: text }));
    } catch {
      setAnswer((known) => ({
        status: stop.signal.aborted ? t('stopped') : t('unreached'),
        headers: known?.headers ?? '',
        body: known?.body ?? '',
      }));
    } finally {
      setRunning(false);
    }
  };

  return (
    <Form className="stack roomy" onSubmit={send}>
      {operation.parameters.map(({ name, required }) => (
        <TextInput
          key={name}
          label={name}
          required={required}
          {...typed(values[name] ?? '', (text) => setValues({ ...values, [name]: text }))}
        />
      ))}
      {schema !== undefined && (
        <Textarea
          label={t('body')}
          autosize
          minRows={3}
          maxRows={16}
          classNames={{ input: 'mono' }}
          {...typed(body, setBody)}
          error={isBadBody ? t(`headset:json.${fault.kind}`, fault.where) : undefined}
        />
      )}
      <PasswordInput
        label={t('token')}
        description={t('tokenHint')}
        autoComplete="off"
        {...typed(token, onToken)}
      />
      <div className="row">
        <Button
          type="submit"
          loading={isRunning}
          {...needs(isBadBody && t(`headset:json.${fault.kind}`, fault.where))}
        >
          {t('send')}
        </Button>
        <Copy label={t('asCurl')} text={curlOf(operation, { values, body })} />
        {isRunning && isStream(operation) && (
          <Button variant="default" onClick={() => running.current?.abort()}>
            {t('stop')}
          </Button>
        )}
      </div>
      {answer !== null && (
        <div role="status" className="stack">
          <b>{answer.status}</b>
          {answer.headers !== '' && (
            <details>
              <summary>{t('headers')}</summary>
              <pre className="raw" tabIndex={0}>
                {answer.headers}
              </pre>
            </details>
          )}
          {answer.body !== '' && (
            <pre className="raw" tabIndex={0}>
              {answer.body}
            </pre>
          )}
        </div>
      )}
    </Form>
  );
}

function target({ path, parameters }: Operation, values: Readonly<Record<string, string>>): string {
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && (values[parameter.name] ?? '') !== '')
    .map(({ name }): [string, string | undefined] => [name, values[name]]);
  return address(path, values, Object.fromEntries<string | undefined>(query));
}

/** Returns the same call for a shell; the token comes from the environment, so that it is in no history. */
function curlOf(
  operation: Operation,
  { values, body }: { values: Readonly<Record<string, string>>; body: string },
): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const url = new URL(target(operation, values), window.location.origin).href;
  const hasBody = operation.requestBody !== undefined && body.trim() !== '';
  return [
    `curl${isStream(operation) ? ' -N' : ''} -X ${operation.method}`,
    '-H "authorization: Bearer $TOKEN"',
    ...(hasBody ? [`-H 'content-type: application/json'`, `-d ${quoted(body)}`] : []),
    quoted(url),
  ].join(' \\\n  ');
}

function requestOf(
  operation: Operation,
  { token, body, signal }: { token: string; body: string; signal: AbortSignal },
): RequestInit {
  const headers = new Headers();
  if (token.trim() !== '') headers.set('authorization', `Bearer ${token.trim()}`);
  const hasBody = operation.requestBody !== undefined && body.trim() !== '';
  if (hasBody) headers.set('content-type', 'application/json');
  return { method: operation.method, headers, signal, ...(hasBody ? { body } : {}) };
}

/** An endless stream must not fill the page: only its newest part is kept. */
const MAX_CHARACTERS_SHOWN = 100_000;

/** Passes on the text as it grows; JSON is formatted once it is complete. */
async function readText(reply: Response, onText: (text: string) => void): Promise<void> {
  let text = '';
  onText(text);
  const reader = reply.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const part = await reader?.read();
    if (part?.value === undefined) break;
    text = (text + part.value).slice(-MAX_CHARACTERS_SHOWN);
    onText(text);
  }
  if (faultAt(text) === null) onText(JSON.stringify(JSON.parse(text), null, 2));
}
