import type { Descriptions, OperationExamples } from '../reference/reference.ts';

/** Examples of operations about the program. */
export const examples: OperationExamples = {
  getProgram: { reply: { version: '0.1.0', canQuit: true } },
  openProgramWindow: {
    reply: { url: 'http://127.0.0.1:7440/#launch=Zm9ydHktdHdv', version: '0.1.0' },
  },
};

export const descriptions: Descriptions = {
  Program: 'The program that runs the station.',
  'Program.version': 'Version of Muster.',
  canQuit: 'Whether a person can quit the program in the interface.',
};
