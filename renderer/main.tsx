import { createRoot } from 'react-dom/client';

import './styles.ts';
import { App } from './app.tsx';
import { openLanguage } from './copy/language.ts';
import { openSession } from './service/session.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');

await openLanguage();
createRoot(root).render(<App />);
await openSession();
