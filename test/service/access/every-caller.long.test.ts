// The same tests with their whole number.
import './every-caller.test.ts';
