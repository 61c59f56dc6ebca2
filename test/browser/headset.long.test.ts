// The same tests with their whole number.
import './headset.test.ts';
