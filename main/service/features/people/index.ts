export { openPeople, type PeopleStore } from './store.ts';
export { mountPeople } from './routes.ts';
export { PasscodeBook } from './passcode-book.ts';
export { SignIn, type SignedIn } from './sign-in.ts';
