// The same tests with their whole number.
import './adversarial.test.ts';
