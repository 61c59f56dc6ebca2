export { mountChanges } from './routes.ts';
export { forgetSome } from './forget.ts';
export { openChangeStore } from './store.ts';
