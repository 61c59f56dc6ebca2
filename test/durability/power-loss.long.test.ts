// The same test with its whole number.
import './power-loss.test.ts';
