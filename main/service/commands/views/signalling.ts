import { z } from 'zod';

import { MAX_SDP_BYTES } from '../../../../shared/contract/commands/views.ts';
import { filterCandidates, filterSdp, type SdpRules } from './sdp.ts';
import { lanAddresses } from '../../kernel/addresses/interfaces.ts';
import { addressKind } from '../../kernel/addresses/address-kind.ts';
import { isOnOwnNetwork } from '../../kernel/addresses/subnets.ts';

/** Addresses of the two ends of a live view, as the station sees them. */
type Ends = { readonly viewer: string; readonly headset: string };

type Read = { readonly sdp: string } | { readonly error: string };

/** Returns the part of a viewer's offer that the headset gets. */
export function readOffer(text: string, ends: Ends): Read {
  return filterSdp(text, rulesFor(ends, ends.viewer));
}

/** Returns the part of a viewer's late candidates that the headset gets. */
export function readCandidates(text: string, ends: Ends): Read {
  return filterCandidates(text, rulesFor(ends, ends.viewer));
}

const answerSchema = z.object({ sdp: z.string().max(MAX_SDP_BYTES) });

/** Returns the part of a headset's answer that the viewer gets. */
export function readAnswer(answer: unknown, ends: Ends): Read {
  const read = answerSchema.safeParse(answer).data;
  return read === undefined
    ? { error: 'It contains no SDP.' }
    : filterSdp(read.sdp, rulesFor(ends, ends.headset));
}

function rulesFor({ viewer, headset }: Ends, own: string): SdpRules {
  const areOnThisComputer = isLoopback(viewer) && isLoopback(headset);
  const isAllowedAddress = (address: string): boolean =>
    isOnOwnNetwork(address) && (areOnThisComputer || !isLoopback(address));
  // A browser on the station's own computer is at the station's addresses.
  const hidden = isLoopback(own) ? lanAddresses(null).map(({ address }) => address) : [plain(own)];
  return { isAllowed: isAllowedAddress, hidden: areOnThisComputer ? [...hidden, '127.0.0.1'] : hidden };
}

function plain(address: string): string {
  return address.replace(/^::ffff:/i, '');
}

/** In any spelling: `0:0:0:0:0:0:0:1` and `::ffff:7f00:1` are this computer too. */
function isLoopback(address: string): boolean {
  return addressKind(address) === 'loopback';
}
