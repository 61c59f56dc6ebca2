export { openPeople } from './store.ts';
export { mountPeople } from './routes.ts';
export { PasscodeBook } from './passcode-book.ts';
export { SignIn } from './sign-in.ts';
