// The same tests with their whole number.
import './listing-property.test.ts';
