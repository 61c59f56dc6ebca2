// The same tests: every faulty agent passes all checks but its own.
import './faulty-agents.test.ts';
