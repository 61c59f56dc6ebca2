import { buildService } from '../main/cli/build/build-service.ts';
import { buildInterface, projectFolder } from '../main/cli/build/build.ts';

/** Builds what tests start, once before all of them, so that no test's time includes it. Does nothing if unchanged. */
export async function setup(): Promise<void> {
  await buildInterface(projectFolder);
  await buildService(projectFolder);
}
