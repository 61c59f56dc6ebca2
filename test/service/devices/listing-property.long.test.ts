// Runs the same tests with the full number of cases.
import './listing-property.test.ts';
