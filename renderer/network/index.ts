export { CheckPage } from './reach/check-page.tsx';
export { NetworkPage } from './reach/network-page.tsx';
export { RoutersPage } from './routers/routers-page.tsx';
