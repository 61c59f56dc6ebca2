import { createRoot } from 'react-dom/client';

import '../../../renderer/ui/styles/styles.ts';
import '../../../renderer/ui/styles/all-styles.ts';
import { allSentences, openLanguage } from '../../../renderer/copy/language.ts';
import { Frame } from '../../../renderer/frame.tsx';
import { KitPage } from './kit-page.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');

await openLanguage();
await allSentences();
createRoot(root).render(
  <Frame>
    <KitPage />
  </Frame>,
);
