// Runs the same test with the full number of cases.
import './power-loss.test.ts';
