/** Kind of an interaction: a request to the network, or a call of a port of the application. */
export type PointKind = 'REQUEST' | 'PORT'

/** An interaction that can fail: a request, or a call of a port. */
export interface Point {
  readonly kind: PointKind
  /** `POST /api/v1/statuses`, `journal.save`. */
  readonly name: string
  /** True for a request with a body of bytes, which can be cut in the middle. */
  readonly hasBody: boolean
}

/** Responses that the network or a proxy can send instead of the normal response. The request has no effect. */
const STATUSES = {
  answer400: { status: 400 },
  answer401: { status: 401 },
  answer403: { status: 403 },
  answer404: { status: 404 },
  answer409: { status: 409 },
  answer429: { status: 429 },
  answer429Long: { status: 429, retryAfterSeconds: 7200 },
  answer500: { status: 500 },
  answer503: { status: 503 },
  answer503Later: { status: 503, retryAfterSeconds: 5 },
  answer503Long: { status: 503, retryAfterSeconds: 7200 },
} as const

/** A response without any effect. */
export interface PlainAnswer {
  readonly status: number
  readonly retryAfterSeconds?: number
}

/** The response that a fault sends; null for every other fault. */
export function answerOf(fault: string): PlainAnswer | null {
  return Object.hasOwn(STATUSES, fault) ? STATUSES[fault as keyof typeof STATUSES] : null // just before the request
}

/**
 * Faults that stop a worker. The caller aborts, the process dies, the process is paused for longer than its lease,
 * or its machine is suspended. A suspended machine stops the monotonic clock and all timers; the wall clock
 * continues.
 */
const STOP_FAULTS = ['abort', 'die', 'pause', 'suspend'] as const

const ALL_POINT_FAULTS = [
  ...STOP_FAULTS.flatMap((stop) => [`${stop}Before`, `${stop}After`]),
  'clockBack',
  'clockForward',
]

const REQUEST_FAULTS = [
  ...ALL_POINT_FAULTS,
  'refused', // no connection, no byte sent
  'lostBefore', // bytes sent, no effect
  'lostAfter', // effect, response lost
  'cutReply', // effect, half of the response received
  'hangBefore',
  'hangAfter',
  'answer500After', // effect, then an error response of the network
  'awayBefore', // response lost without an effect, then 502 for every request of the next minute
  'awayAfter', // effect and response lost, then 502 for every request of the next minute
  'unreadableBefore', // 200 from an intermediary, no effect
  'unreadableAfter',
  ...Object.keys(STATUSES),
]

/** Only for requests with bytes that can be cut. */
const BODY_FAULTS = ['cutRequest', 'abortWithin', 'dieWithin']

const PORT_FAULTS = [
  ...ALL_POINT_FAULTS,
  'throwBefore',
  'throwAfter',
  'hangBefore',
  'hangAfter',
  'lateAfter',
  'failOverAfter', // effect and response lost, then no port responds for seconds
  'outageAfter', // the same, for longer than the cleanup of a call waits
]

/** Every fault of an interaction. */
export function faultsFor({ kind, hasBody }: Point): readonly string[] {
  if (kind === 'PORT') return PORT_FAULTS
  return hasBody ? [...REQUEST_FAULTS, ...BODY_FAULTS] : REQUEST_FAULTS
}
