import { Bonjour } from 'bonjour-service';
import { createSocket, type Socket } from 'node:dgram';
import type { EventEmitter } from 'node:events';

import { onlyOwnAddress, type Packet } from './own-address.ts';

/** A network on which to use multicast DNS: the one with this address of this computer. */
export type MdnsEndpoint = {
  /** An IPv4 address of this computer. */
  readonly address: string;
  /** 5353, except in tests, which must not interfere. */
  readonly port: number;
};

/** Source: RFC 6762 section 5. */
export const MDNS_PORT = 5353;

/** Why multicast DNS does not work on a network. `portTaken`: another program uses the port exclusively. */
export type MdnsFault = { readonly kind: 'portTaken' | 'forbidden' | 'failed'; readonly message: string };

/** Multicast DNS on one network. */
export type MdnsSocket = {
  readonly bonjour: Bonjour;
  /** Settles when it receives, or with what prevents it. */
  readonly ready: Promise<MdnsFault | undefined>;
  /** Calls back with the sender of each packet that could be parsed. */
  onPacket(received: (sender: string) => void): void;
  /** Withdraws what was published, which takes up to half a second, and closes the socket. */
  close(): Promise<void>;
};

/** What the library has at run time and not in its types. */
type Inner = EventEmitter & {
  send(packet: Packet, ...rest: unknown[]): void;
};

/** Time limit for the goodbye, in ms. */
const GOODBYE_MS = 500;

/**
 * Opens multicast DNS by bonjour-service, wrapped against the faults seen in version 1.4.4:
 *
 * - Exceptions of its packet handlers would end the process, so any host on the network could stop the station.
 * The socket is created here and catches them; error listeners exist before anything can fail.
 * - Its error callback throws by default. Without `bind` it receives no queries; without `interface` it is silent if
 * there is no default route.
 * - It announces every address of this computer on each network. Here the station's name stands for one address: the
 * one that is reachable there.
 * - `destroy` sends no goodbye, and closing what never opened throws.
 */
export function openMdns(place: MdnsEndpoint, disturbed: (error: unknown) => void): MdnsSocket {
  const socket = guard(createSocket({ type: 'udp4', reuseAddr: true }), disturbed);
  const where: object = { interface: place.address, bind: '0.0.0.0', port: place.port, socket };
  const bonjour = new Bonjour(where, disturbed);
  const inner = innerOf(bonjour);
  const send = inner.send.bind(inner);
  inner.send = (packet, ...rest) => send(onlyOwnAddress(packet, place.address), ...rest);
  const { promise: ready, resolve } = Promise.withResolvers<MdnsFault | undefined>();
  inner.once('ready', () => resolve(undefined));
  inner.on('error', (error: unknown) => {
    disturbed(error);
    resolve(toFault(error));
  });
  inner.on('warning', disturbed);
  return {
    bonjour,
    ready,
    onPacket: (received) =>
      void inner.on('packet', (_packet: unknown, sender: { readonly address: string }) =>
        received(sender.address),
      ),
    close() {
      // A socket that is closed first never becomes ready.
      resolve({ kind: 'failed', message: 'closed' });
      return sendGoodbye(bonjour, disturbed);
    },
  };
}

/** Catches exceptions of listeners: a bad packet is no reason to end. */
function guard(socket: Socket, disturbed: (error: unknown) => void): Socket {
  const emit: EventEmitter['emit'] = socket.emit.bind(socket);
  const guarded = (event: string | symbol, ...args: unknown[]): boolean => {
    try {
      return emit(event, ...args);
    } catch (error) {
      disturbed(error);
      return true;
    }
  };
  Object.defineProperty(socket, 'emit', { value: guarded });
  return socket;
}

function innerOf(bonjour: object): Inner {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- not in the library's types; its version is pinned
  const { server } = bonjour as { readonly server: { readonly mdns: Inner } };
  return server.mdns;
}

function toFault(error: unknown): MdnsFault {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const message = error instanceof Error ? error.message : String(error);
  if (code === 'EADDRINUSE') return { kind: 'portTaken', message };
  return { kind: code === 'EACCES' ? 'forbidden' : 'failed', message };
}

function sendGoodbye(bonjour: Bonjour, disturbed: (error: unknown) => void): Promise<void> {
  return new Promise((resolve) => {
    let isOver = false;
    const end = (): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(late);
      try {
        bonjour.destroy();
      } catch (error) {
        disturbed(error);
      }
      resolve();
    };
    const late = setTimeout(end, GOODBYE_MS);
    try {
      bonjour.unpublishAll(end);
    } catch (error) {
      disturbed(error);
      end();
    }
  });
}
