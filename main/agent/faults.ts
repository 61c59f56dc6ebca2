/** How an agent answers commands. It carries them out in any case. */
export type AnswerFault = 'none' | 'never' | 'late' | 'twice' | 'garbage';

/** Faults in how an agent speaks to its station: for practice and for tests, never for a real headset. */
export type AgentFaults = Readonly<{
  /** Types a wrong code before the right one. */
  typesWrongCodeFirst: boolean;
  /** Enrols and connects, but never reports. */
  neverReports: boolean;
  /** Sends every event once more after it was acknowledged. */
  repeatsEvents: boolean;
  /** Every third report is interrupted before it is sent in full. */
  breaksOff: boolean;
  answers: AnswerFault;
}>;

/** An agent that works. */
export const NO_AGENT_FAULTS: AgentFaults = {
  typesWrongCodeFirst: false,
  neverReports: false,
  repeatsEvents: false,
  breaksOff: false,
  answers: 'none',
};
