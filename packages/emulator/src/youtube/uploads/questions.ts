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
  /** 403: the daily quota is used up. */
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
  /** 403 for any other reason. */
  FORBIDDEN: () => refuse(forbidden('The request might not be properly authorized.')),
  /** 400. */
  BAD_REQUEST: () => refuse(badRequest('Invalid request.')),
  /** 401: the token is no longer valid. */
  UNAUTHORIZED: () =>
    refuse(
      new Refusal(401, 'authError', 'Request had invalid authentication credentials.', {
        domain: 'global',
        status: 'UNAUTHENTICATED',
      }),
    ),
  /** 404: the upload is unknown. */
  NOT_FOUND: () => page(404, 'Not Found'),
  /** 410: the upload is permanently deleted. */
  GONE: () => page(410, 'Gone'),
  /** 429 with `Retry-After`. */
  RATE_LIMIT: (seconds) =>
    refuse(new Refusal(429, 'rateLimitExceeded', 'Too many requests.', { domain: 'youtube.quota' }), {
      'retry-after': String(seconds),
    }),
  /** 503 without a message. */
  UNAVAILABLE: () => page(503, 'Service Unavailable'),
  /** The connection ends without a response. */
  HANG_UP: () => hangUp(),
  /** The connection stays open without a response. */
  SILENCE: () => new Promise<Response>(() => undefined),
} as const satisfies Readonly<Record<string, Answer>>

/** Name of a planned response to a status query. */
export type QuestionAnswer = keyof typeof ANSWERS

/** All names of planned responses. */
export const QUESTION_ANSWERS = Object.keys(ANSWERS) as readonly QuestionAnswer[] // its keys are the type

/** True for a status query: a range without a position, and no bytes. */
export const isQuestion = ({ headers }: Request): boolean =>
  headers.get('content-range')?.startsWith('bytes */') === true

/** Planned responses to the next status queries. */
export interface PlannedAnswers {
  readonly answer: QuestionAnswer
  readonly retryAfterSeconds: number
  /** Number of queries left. */
  left: number
}

/** Planned response to a status query. Null if none is left. */
export function plannedAnswer(questions: PlannedAnswers | null): Response | Promise<Response> | null {
  if (questions === null || questions.left < 1) return null
  questions.left -= 1
  const answer: Answer = ANSWERS[questions.answer]
  return answer(questions.retryAfterSeconds)
}
