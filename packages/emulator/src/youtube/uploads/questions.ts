import { hangUp } from '../../framework/faults/no-reply.js'
import { forbidden, Refusal } from '../wire/refusals.js'
import { badRequest } from './content-range.js'

type Answer = (retryAfterSeconds: number) => Response | Promise<Response>

const page = (status: number, text: string, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/html; charset=UTF-8', ...headers } })

const refuse = (refusal: Refusal, headers: Readonly<Record<string, string>> = {}): Response => {
  const response = refusal.toResponse()
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
  return response
}

/** Planned responses to a status query of an upload. */
const ANSWERS = {
  /** Returns 403: the daily quota is exhausted. */
  QUOTA_EXCEEDED: () =>
    refuse(
      new Refusal(
        403,
        'quotaExceeded',
        'The request cannot be completed because you have exceeded your quota.',
        {
          domain: 'youtube.quota',
        },
      ),
    ),
  /** Returns 403 for a reason other than the quota. */
  FORBIDDEN: () => refuse(forbidden('The request might not be properly authorized.')),
  /** Returns 400: the request is invalid. */
  BAD_REQUEST: () => refuse(badRequest('Invalid request.')),
  /** Returns 401: the token is not valid. */
  UNAUTHORIZED: () =>
    refuse(
      new Refusal(401, 'authError', 'Request had invalid authentication credentials.', {
        domain: 'global',
        status: 'UNAUTHENTICATED',
      }),
    ),
  /** Returns 404: the upload is unknown. */
  NOT_FOUND: () => page(404, 'Not Found'),
  /** Returns 410: the upload is permanently deleted. */
  GONE: () => page(410, 'Gone'),
  /** Returns 429 with a `Retry-After` header. */
  RATE_LIMIT: (seconds) =>
    refuse(new Refusal(429, 'rateLimitExceeded', 'Too many requests.', { domain: 'youtube.quota' }), {
      'retry-after': String(seconds),
    }),
  /** Returns 503, a temporary failure of the server. */
  UNAVAILABLE: () => page(503, 'Service Unavailable'),
  /** Closes the connection without a response. */
  HANG_UP: () => hangUp(),
  /** Keeps the connection open without a response. */
  SILENCE: () => new Promise<Response>(() => undefined),
} as const satisfies Readonly<Record<string, Answer>>

/** Name of a planned response to a status query. */
export type QuestionAnswer = keyof typeof ANSWERS

/** All names of planned responses to status queries. */
export const QUESTION_ANSWERS = Object.keys(ANSWERS) as readonly QuestionAnswer[] // safe cast: ANSWERS has no keys other than the names in this type

/** Returns true for a status query: its `Content-Range` header has no position. */
export const isQuestion = ({ headers }: Request): boolean =>
  headers.get('content-range')?.startsWith('bytes */') === true

/** Response to the next status queries, set by a control operation. */
export interface PlannedAnswers {
  readonly answer: QuestionAnswer
  readonly retryAfterSeconds: number
  /** Number of status queries that still get this response. */
  left: number
}

/** Returns the planned response to a status query. Null if no planned response is left. */
export function plannedAnswer(questions: PlannedAnswers | null): Response | Promise<Response> | null {
  if (questions === null || questions.left < 1) return null
  questions.left -= 1
  const answer: Answer = ANSWERS[questions.answer]
  return answer(questions.retryAfterSeconds)
}
