// All names that `pm install` gives, not some of them.
import './failures.test.ts';
