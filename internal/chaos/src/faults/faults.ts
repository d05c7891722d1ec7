/** What an interaction is with: the network, or one of the application's ports. */
export type PointKind = 'REQUEST' | 'PORT'

/** A place where something can go wrong: a request, or a call of a port. */
export interface Point {
  readonly kind: PointKind
  /** `POST /api/v1/statuses`, `journal.save`. */
  readonly name: string
  /** True for a request that carries bytes, which can be cut in their middle. */
  readonly hasBody: boolean
}

/** Answers that a network may give instead of its own, before anything happened. */
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

/** An answer without any effect. */
export interface PlainAnswer {
  readonly status: number
  readonly retryAfterSeconds?: number
}

/** The answer that a fault stands for; null for every other fault. */
export function answerOf(fault: string): PlainAnswer | null {
  return Object.hasOwn(STATUSES, fault) ? STATUSES[fault as keyof typeof STATUSES] : null // asked just before
}

/**
 * What stops a worker: the caller gives up, the process dies, the process is paused for longer than its lease, or its machine
 * is suspended, so that the monotonic clock and every timer stop while the wall clock goes on.
 */
const STOPS = ['abort', 'die', 'pause', 'suspend'] as const

const ANYWHERE = [...STOPS.flatMap((stop) => [`${stop}Before`, `${stop}After`]), 'clockBack', 'clockForward']

const OF_REQUESTS = [
  ...ANYWHERE,
  'refused', // no connection came about: not a byte left
  'lostBefore', // the bytes left, nothing happened
  'lostAfter', // it happened, the answer was lost
  'cutReply', // it happened, half of the answer arrived
  'hangBefore',
  'hangAfter',
  'answer500After', // it happened, and the network says that it failed
  'awayBefore', // lost, nothing happened, and no request is answered but with 502 for a minute
  'awayAfter', // it happened, the answer was lost, and no request is answered but with 502 for a minute
  'unreadableBefore', // 200 from somebody in between, nothing happened
  'unreadableAfter',
  ...Object.keys(STATUSES),
]

/** Only where there are bytes to be cut. */
const OF_BODIES = ['cutRequest', 'abortWithin', 'dieWithin']

const OF_PORTS = [
  ...ANYWHERE,
  'throwBefore',
  'throwAfter',
  'hangBefore',
  'hangAfter',
  'lateAfter',
  'failOverAfter', // it worked, its answer was lost, and no port answers for seconds
  'outageAfter', // the same for longer than a call cleans up
]

/** Everything that can go wrong at a place. */
export function faultsFor({ kind, hasBody }: Point): readonly string[] {
  if (kind === 'PORT') return OF_PORTS
  return hasBody ? [...OF_REQUESTS, ...OF_BODIES] : OF_REQUESTS
}
