import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { build } from 'vite';

const projectFolder = join(import.meta.dirname, '..', '..');

type Players = {
  readonly WHEPClient: new () => { view(peer: RTCPeerConnection, url: string, token: string): Promise<void> };
  readonly WebRTCPlayer: new (input: object) => { load(url: URL, key: string): Promise<void> };
  readonly default?: Pick<Players, 'WebRTCPlayer'>;
};

/** A player from npm as a file that a page can load. */
async function bundle(entry: string): Promise<string> {
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    root: projectFolder,
    build: { write: false, minify: false, lib: { entry: join(projectFolder, entry), formats: ['es'] } },
  });
  const [output] = Array.isArray(made) ? made : [made];
  const [chunk] = output !== undefined && 'output' in output ? output.output : [];
  if (chunk?.type !== 'chunk') throw new Error(`${entry} was not bundled`);
  return chunk.code;
}

/** Plays a headset's view with a player from npm, in `#theirs`. */
export async function playByOther(
  page: Page,
  name: string,
  { url, token: key }: { readonly url: string; readonly token: string },
): Promise<void> {
  const code =
    name === 'whip-whep'
      ? readFileSync(join(projectFolder, 'node_modules/whip-whep/whep.js'), 'utf8')
      : await bundle('node_modules/@eyevinn/webrtc-player/dist/main.js');
  await page.route('**/assets/player.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: code }),
  );
  // As text: vitest would transform an imported page.
  await page.evaluate(`import('/assets/player.js').then((players) => Object.assign(window, { players }))`);
  await page.evaluate(
    async ([player, address = '', token = '']) => {
      const video = Object.assign(document.createElement('video'), {
        muted: true,
        autoplay: true,
        id: 'theirs',
      });
      // Browsers autoplay a muted video only if it is visible.
      video.style.cssText = 'position: fixed; inset: 0; z-index: 9999';
      document.body.append(video);
      const { players } = window as unknown as { players: Players };
      if (player === 'whip-whep') {
        const peer = new RTCPeerConnection();
        peer.addTransceiver('video', { direction: 'recvonly' });
        peer.addEventListener('track', ({ track }) => {
          video.srcObject = new MediaStream([track]);
        });
        await new players.WHEPClient().view(peer, address, token);
        return;
      }
      const { WebRTCPlayer } = players.default ?? players;
      const theirs = new WebRTCPlayer({ video, type: 'whep', iceServers: [] });
      await theirs.load(new URL(address), `Bearer ${token}`);
    },
    [name, url, key],
  );
}
