/**
 * Which requests a fault hits. Everything left out fits everything: with nothing but `nth`, it is the request of that
 * number, whatever it is about.
 */
export interface FaultMatch {
  readonly method?: string | undefined
  /** True for requests that write alone: every method but GET, HEAD and OPTIONS. */
  readonly writes?: boolean | undefined
  /** A path such as `/api/v1/media/:id`; `*` stands for anything. */
  readonly path?: string | undefined
  /** Whose requests, where address or headers show it: the id the network knows the account by. */
  readonly account?: string | undefined
  /** Counts and hits nothing before so many requests, of any kind, have come since the fault was set. */
  readonly afterRequests?: number | undefined
  /** From that moment on the emulator's clock, as ISO 8601. */
  readonly from?: string | undefined
  /** Up to that moment, which is not hit any more. */
  readonly until?: string | undefined
  /** The first of the matching requests to be hit, counted from 1. */
  readonly nth?: number | undefined
  /** How many of them, from there on; 1 unless given. */
  readonly count?: number | 'all' | undefined
}

/** What goes wrong. */
export type FaultEffect =
  /** The request takes effect; its answer never arrives: the connection ends. */
  | { readonly fault: 'replyLost' }
  /** The request takes effect; half of the answer's body arrives, then the connection ends. */
  | { readonly fault: 'dropMidBody' }
  /**
   * The connection ends after that many bytes of the request's body, or in its middle unless given: half of its
   * `Content-Length`. What a network kept of them stays kept. A request without a body is not looked at.
   */
  | { readonly fault: 'dropUpload'; readonly afterBytes?: number | undefined }
  /** The connection ends before anybody has looked at the request. */
  | { readonly fault: 'closeBeforeEffect' }
  /** That status is answered, with the headers spelled as given. Nothing happens, unless `afterEffect`. */
  | {
      readonly fault: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>> | undefined
      /** Adds `Retry-After` with so many seconds. */
      readonly retryAfterSeconds?: number | undefined
      /** Text is sent as it is, everything else as JSON; nothing when left out. */
      readonly body?: unknown
      readonly afterEffect?: boolean | undefined
    }
  /** The request takes effect; the answer comes that much later, by the machine's clock. */
  | { readonly fault: 'slow'; readonly seconds: number }
  /** The answer is held back until the fault is released: before the request takes effect, or (the default) after. */
  | { readonly fault: 'hold'; readonly beforeEffect?: boolean | undefined }

/** A fault to come. */
export type Fault = FaultMatch & FaultEffect

/** A fault that was set. */
export interface FaultHandle {
  readonly id: string
  readonly fault: Fault
  /** How many requests it has hit. */
  readonly hits: number
  /** How many of them are being held. */
  readonly held: number
  /** Resolves once that many requests are being held at the same time. */
  whenHeld(count: number): Promise<void>
  /** Lets held requests go on; the fault holds no further ones. */
  release(): void
  /** Takes it back, and lets held requests go on. */
  remove(): void
}
