import type { OpenViews } from '../headset/headset-options.ts';
import type { Size } from './live-source.ts';
import { ViewAgent } from './view-agent.ts';

/** Limits of what this computer can encode for a few headsets at once. */
const DEFAULT_PICTURE = { width: 960, height: 540, fps: 20 };

/** Lets simulated headsets show views; loaded on demand, because libwebrtc is a development dependency. */
export function openViews(max: Size & { readonly fps: number } = DEFAULT_PICTURE): OpenViews {
  return (input) => new ViewAgent({ ...input, max });
}
