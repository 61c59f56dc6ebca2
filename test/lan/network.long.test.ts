// The same tests with their whole number.
import './network.test.ts';
