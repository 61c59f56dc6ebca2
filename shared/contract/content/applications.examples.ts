import type { OperationExamples } from '../examples/example.ts';
import { PACKAGE_NAME } from '../examples/values.ts';

/** Examples of names and images of applications. */
export const applicationExamples: OperationExamples = {
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
