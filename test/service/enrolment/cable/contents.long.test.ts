// The same tests with their whole number.
import './contents.test.ts';
