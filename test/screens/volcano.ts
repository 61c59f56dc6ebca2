/** The app that the headsets of the scenes have. */
export const VOLCANO = {
  id: 'volcano',
  packageName: 'org.lumiere.volcano',
  codeVersion: 3,
  url: 'https://files.example/volcano-3.apk',
};
