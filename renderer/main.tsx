import { createRoot } from 'react-dom/client';

import './styles.ts';
import { App } from './app.tsx';
import { openLanguage } from './copy/language.ts';
import { openSession } from './service/session.ts';

/** The first screen comes first, in ms. */
const ALL_STYLES_AFTER_MS = 2_000;

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');

await openLanguage();
createRoot(root).render(<App />);
await openSession();
// Screens that come later need every style: have them by then.
setTimeout(() => void import('./all-styles.ts'), ALL_STYLES_AFTER_MS);
