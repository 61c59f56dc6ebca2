import { Skeleton, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';

import './docs.css';
import { storedToken } from '../../service/session.ts';
import { MusterMark } from '../../ui/parts/muster-mark.tsx';
import { typed } from '../../ui/controls/field-props.ts';
import { DESCRIPTION_PATH, readDescription, type Description } from './description.ts';
import { Prose } from './prose.tsx';
import { QuickStart } from './quick-start.tsx';
import { OperationView } from './operation-view.tsx';
import { SchemaView } from './schema-view.tsx';

/** The API reference, to read and to try, for developers. */
export function DocsPage(): React.JSX.Element {
  const { t } = useTranslation('docs');
  const [description, setDescription] = useState<Description | 'failed' | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    readDescription(controller.signal).then(
      (read) => setDescription(read),
      () => {
        if (!controller.signal.aborted) setDescription('failed');
      },
    );
    return () => controller.abort();
  }, []);

  return (
    <main className="docs">
      <header className="docs-head row wide wrap">
        <a className="brand" href="/">
          <MusterMark />
          <span>Muster</span>
        </a>
        <h1>{t('title')}</h1>
        <a className="end" href={DESCRIPTION_PATH} download>
          {t('download')}
        </a>
      </header>
      {description === null && <Skeleton height={400} aria-label={t('loading')} />}
      {description === 'failed' && <p role="alert">{t('failed')}</p>}
      {description !== null && description !== 'failed' && <Operations description={description} />}
    </main>
  );
}

function Operations({ description }: { description: Description }): React.JSX.Element {
  const { t } = useTranslation('docs');
  const [text, setText] = useState('');
  const [token, setToken] = useState(() => storedToken() ?? '');
  const wanted = text.trim().toLowerCase();
  const shown = description.operations.filter((operation) =>
    [operation.method, operation.path, operation.summary, operation.operationId]
      .join(' ')
      .toLowerCase()
      .includes(wanted),
  );
  return (
    <>
      <p className="dim">
        {t('version', { version: description.version })}. <Prose text={description.text} />
      </p>
      <QuickStart />
      <nav className="docs-index" aria-label={t('operations')}>
        {description.tags.map(({ name }) => (
          <a key={name} href={`#tag-${name}`}>
            {name}
          </a>
        ))}
        <a href="#schemas">{t('schemas')}</a>
      </nav>
      <TextInput type="search" label={t('find')} {...typed(text, setText)} />
      {shown.length === 0 && <p role="status">{t('nothing')}</p>}
      {description.tags.map((tag) => {
        const operations = shown.filter((operation) => operation.tags.includes(tag.name));
        if (operations.length === 0) return null;
        return (
          <section key={tag.name} className="stack" id={`tag-${tag.name}`} aria-label={tag.name}>
            <h2>
              {tag.name}{' '}
              <span className="dim">
                <Prose text={tag.description} />
              </span>
            </h2>
            {operations.map((operation) => (
              <OperationView
                key={`${operation.method} ${operation.path}`}
                operation={operation}
                schemas={description.schemas}
                token={token}
                onToken={setToken}
              />
            ))}
          </section>
        );
      })}
      <section className="stack" id="schemas">
        <h2>{t('schemas')}</h2>
        {Object.entries(description.schemas).map(([name, schema]) => (
          <section key={name} id={`schema-${name}`} className="panel in">
            <h3>{name}</h3>
            <pre className="raw" tabIndex={0} aria-label={name}>
              <SchemaView schema={schema} />
            </pre>
          </section>
        ))}
      </section>
    </>
  );
}
