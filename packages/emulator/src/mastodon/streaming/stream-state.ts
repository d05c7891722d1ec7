import type { OpenStream, StreamDrop } from './open-stream.js'

/** What goes wrong with streams, until it is set anew. */
export interface StreamFaults {
  /** A stream is dropped after so many notifications; with `MID_EVENT` in the middle of the last. Null: never. */
  readonly dropAfter: number | null
  readonly how: StreamDrop
  /** How often each notification is sent. */
  readonly repeats: number
  /** Every so manyth notification is not sent at all, though the stream stands. Null: none. */
  readonly loseEvery: number | null
}

/** Nothing goes wrong. */
export const NO_STREAM_FAULTS: StreamFaults = { dropAfter: null, how: 'CUT', repeats: 1, loseEvery: null }

/** The streams of a server, and what is wrong with them. */
export interface Streams {
  readonly open: Set<OpenStream>
  faults: StreamFaults
  /** How many were opened, ever. */
  opened: number
  /** Notifications that were to be sent, ever. */
  offered: number
}

/** A server that nobody listens to. */
export function noStreams(): Streams {
  return { open: new Set(), faults: NO_STREAM_FAULTS, opened: 0, offered: 0 }
}
