/**
 * Kind of an interaction: a request to the network, or a call of one of the application's ports.
 */
export type PointKind = 'REQUEST' | 'PORT'

/** Interaction into which a fault can be injected. */
export interface Point {
  readonly kind: PointKind
  /**
   * Name of the request or of the port's method, such as `POST /api/v1/statuses` or
   * `journal.save`.
   */
  readonly name: string
  /** True for a request with a body that can be cut in the middle. */
  readonly hasBody: boolean
}

/**
 * Responses that the network or a proxy can send instead of the normal response. The request then
 * has no effect.
 */
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

/** Response to a request that had no effect. */
export interface PlainAnswer {
  readonly status: number
  readonly retryAfterSeconds?: number
}

/** Returns the response that a fault sends, or null for a fault without a response of its own. */
export function answerOf(fault: string): PlainAnswer | null {
  return Object.hasOwn(STATUSES, fault) ? STATUSES[fault as keyof typeof STATUSES] : null // safe cast: the condition checks that the key exists
}

/**
 * Faults that stop a worker. With `abort`, the caller cancels. With `die`, the process is killed.
 * With `pause`, the process stops for longer than its lease. With `suspend`, its machine sleeps:
 * the monotonic clock and all timers stop, but the wall clock continues.
 */
const STOP_FAULTS = ['abort', 'die', 'pause', 'suspend'] as const

const ALL_POINT_FAULTS = [
  ...STOP_FAULTS.flatMap((stop) => [`${stop}Before`, `${stop}After`]),
  'clockBack',
  'clockForward',
]

const REQUEST_FAULTS = [
  ...ALL_POINT_FAULTS,
  'refused', // no connection, so no byte is sent
  'lostBefore', // the request is sent but has no effect
  'lostAfter', // the request has its effect, but the response is lost
  'cutReply', // the request has its effect, but only half of the response arrives
  'hangBefore',
  'hangAfter',
  'answer500After', // the request has its effect, but the network responds with an error
  'awayBefore', // the request has no effect, and every request in the next minute gets status 502
  'awayAfter', // the request has its effect but no response, and every request in the next minute gets status 502
  'unreadableBefore', // the request has no effect, and an intermediary responds with status 200
  'unreadableAfter',
  ...Object.keys(STATUSES),
]

/** Faults for requests with a body, which cut the body. */
const BODY_FAULTS = ['cutRequest', 'abortWithin', 'dieWithin']

const PORT_FAULTS = [
  ...ALL_POINT_FAULTS,
  'throwBefore',
  'throwAfter',
  'hangBefore',
  'hangAfter',
  'lateAfter',
  'failOverAfter', // the call has its effect but no response, and afterwards no port responds for some seconds
  'outageAfter', // as `failOverAfter`, but longer than the cleanup of a call waits
]

/** Returns the faults that can be injected into an interaction. */
export function faultsFor({ kind, hasBody }: Point): readonly string[] {
  if (kind === 'PORT') return PORT_FAULTS
  return hasBody ? [...REQUEST_FAULTS, ...BODY_FAULTS] : REQUEST_FAULTS
}
