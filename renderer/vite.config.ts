import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
    rolldownOptions: { input: ['index.html', 'docs.html'].map((page) => `${import.meta.dirname}/${page}`) },
  },
});
