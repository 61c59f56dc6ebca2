import { z } from 'zod';

// Before any schema is made: in a page whose policy forbids it, code made from text fails in the middle of a verb, although the
// probe at the start, before the policy holds, says that it would work.
z.config({ jitless: true });
