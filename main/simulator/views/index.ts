import type { OpenViews } from '../headset-options.ts';
import type { Size } from './live-source.ts';
import { ViewAgent } from './view-agent.ts';

/** As much as this computer encodes for a few headsets at once. */
const USUAL = { width: 960, height: 540, fps: 20 };

/** Lets simulated headsets show what they see; loaded only where that is asked for, as libwebrtc is for development alone. */
export function openViews(most: Size & { readonly fps: number } = USUAL): OpenViews {
  return (given) => new ViewAgent({ ...given, most });
}
