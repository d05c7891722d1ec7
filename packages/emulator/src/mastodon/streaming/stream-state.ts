import type { OpenStream, StreamDrop } from './open-stream.js'

/** Faults of all streams. The faults apply until an operation changes them. */
export interface StreamFaults {
  /**
   * Number of notifications after which a stream is dropped. With `MID_EVENT` the drop is within
   * the last notification. Null disables drops.
   */
  readonly dropAfter: number | null
  readonly how: StreamDrop
  /** Number of times each notification is sent. */
  readonly repeats: number
  /** Loses every n-th notification while the stream stays open. Null disables losses. */
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
  /** Number of notifications offered for sending so far. */
  offered: number
}

/** Creates the state of a server without streams. */
export function noStreams(): Streams {
  return { open: new Set(), faults: NO_STREAM_FAULTS, opened: 0, offered: 0 }
}
