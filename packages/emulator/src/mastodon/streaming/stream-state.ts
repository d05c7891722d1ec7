import type { OpenStream, StreamDrop } from './open-stream.js'

/** Faults of streams. They apply until they are set again. */
export interface StreamFaults {
  /** Number of notifications before a stream is dropped, with `MID_EVENT` within the last one. Null: never. */
  readonly dropAfter: number | null
  readonly how: StreamDrop
  /** Number of times each notification is sent. */
  readonly repeats: number
  /** Every n-th notification is lost while the stream stays open. Null: none is lost. */
  readonly loseEvery: number | null
}

/** No faults. */
export const NO_STREAM_FAULTS: StreamFaults = { dropAfter: null, how: 'CUT', repeats: 1, loseEvery: null }

/** Streams of a server, and their faults. */
export interface Streams {
  readonly open: Set<OpenStream>
  faults: StreamFaults
  /** Number of streams opened so far. */
  opened: number
  /** Number of notifications to send so far. */
  offered: number
}

/** A server without streams. */
export function noStreams(): Streams {
  return { open: new Set(), faults: NO_STREAM_FAULTS, opened: 0, offered: 0 }
}
