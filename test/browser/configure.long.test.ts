// The same tests with their whole number.
import './configure.test.ts';
