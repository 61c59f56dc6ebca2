import type { Descriptions, OperationExamples, ParameterNotes } from '../reference/reference.ts';
import { PACKAGE_NAME } from '../reference/values.ts';

/** Examples of names and images of applications. */
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

export const descriptions: Descriptions = {
  ApplicationDetails: 'Name and image of an application.',
  'ApplicationDetails.name': 'Name of the application.',
  imageUrl: 'URL of the image on this station.',
  packageNames: 'Package names to look up, at most 500.',
};
