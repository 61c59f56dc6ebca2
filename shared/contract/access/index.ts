// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export { listPeople, addPerson, updatePerson, removePerson } from './people.ts';
export { openSession, getSession, closeSession } from './sessions.ts';
export { issueToken, listTokens, getToken, revokeToken, createEnterprise } from './tokens.ts';
