import { createRoot } from 'react-dom/client';

import './ui/styles/styles.ts';
import { App } from './app.tsx';
import { allSentences, openLanguage } from './copy/language.ts';
import { loadEveryPart } from './copy/lazy-worded.ts';
import { openSession } from './service/session.ts';

/** Delay before the rest is loaded, so that the first screen comes first, in ms. */
const THE_REST_AFTER_MS = 2_000;

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');

await openLanguage();
createRoot(root).render(<App />);
await openSession();
// Later screens need all styles and texts, even if the station has stopped by then.
setTimeout(() => void loadTheRest(), THE_REST_AFTER_MS);

async function loadTheRest(): Promise<void> {
  await Promise.all([import('./ui/styles/all-styles.ts'), allSentences()]);
  await loadEveryPart();
}
