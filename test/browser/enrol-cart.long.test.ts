// The same tests with their whole number.
import './enrol-cart.test.ts';
