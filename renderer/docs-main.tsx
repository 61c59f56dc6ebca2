import { createRoot } from 'react-dom/client';

import './ui/styles/styles.ts';
import './ui/styles/all-styles.ts';
import { DocsPage } from './operations/docs/docs-page.tsx';
import { allSentences, openLanguage } from './copy/language.ts';
import { Frame } from './frame.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');

await openLanguage();
await allSentences();
createRoot(root).render(
  <Frame>
    <DocsPage />
  </Frame>,
);
