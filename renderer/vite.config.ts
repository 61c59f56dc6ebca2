import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Not what the interface description alone needs. */
function isStartCode(id: string): boolean {
  return !/docs\.html|docs-main|operations.docs|all-styles|core.styles\.layer\.css/.test(id);
}

/** Two pages: the interface, and the interface description, which works without a session. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'es2023',
    // The pages are served with `font-src 'self'`: nothing may become a data: address.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'docs.html'].map((page) => `${import.meta.dirname}/${page}`),
      // What every page needs is one file: ninety small ones compress badly, and a tablet asks for each.
      output: { codeSplitting: { groups: [{ name: 'start', tags: ['$initial'], test: isStartCode }] } },
    },
  },
});
