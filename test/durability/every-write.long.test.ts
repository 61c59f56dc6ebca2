// Every operation: see every-write.test.ts.
import './every-write.test.ts';
