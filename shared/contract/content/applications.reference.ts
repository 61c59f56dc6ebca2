import type { OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { PACKAGE_NAME } from '../reference/values.ts';

export const examples: OperationExamples = {
  lookUpApplications: {
    body: { packageNames: [PACKAGE_NAME] },
    reply: [
      {
        packageName: PACKAGE_NAME,
        name: 'Planetarium',
        imageUrl: `http://127.0.0.1:7440/apk-details/image/${PACKAGE_NAME}`,
      },
    ],
  },
};

export const parameters: ParameterNotes = {
  packageName: { description: 'The name of the Android package.', example: PACKAGE_NAME },
};
