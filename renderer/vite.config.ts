import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

import { withoutDescriptions } from './without-descriptions.ts';

/** Returns true for code that the API reference alone does not need. */
function isStartCode(id: string): boolean {
  return !/docs\.html|docs-main|operations.docs|all-styles|core.styles\.layer\.css/.test(id);
}

/**
 * Returns the output file of lazily loaded code: one for each module of the interface, and one for shared code. A
 * language's texts have their own file, because people read only one language.
 */
function laterFile(id: string): string | null {
  if (!isStartCode(id) || /renderer\/(copy|docs)\//.test(id)) return null;
  const [, module] = /\/renderer\/([a-z-]+)\//.exec(id) ?? [];
  return module ?? 'shared';
}

/** Two pages: the interface, and the API reference, which works without a session. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), withoutDescriptions()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'es2023',
    // The pages are served with `font-src 'self'`: no font may become a data: URL.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'docs.html'].map((page) => `${import.meta.dirname}/${page}`),
      // The groups below decide what is loaded when: a warning would only worry whoever starts Muster.
      checks: { ineffectiveDynamicImport: false, bundlerTimings: false },
      // Few files: small ones compress badly, and a tablet requests each.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', tags: ['$initial'], test: isStartCode, priority: 1 },
            { name: laterFile, debugName: 'later', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
});
