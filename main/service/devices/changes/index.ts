export { changeAndReply, changeEach, type Results, toBulkResult, toError, tooMany } from './bulk.ts';
export { changeIdentity } from './change.ts';
export { type Changing, changingIn, changingNow } from './changing.ts';
export { removeDevice } from './remove.ts';
