// The same tests with their whole number.
import './pairing.test.ts';
