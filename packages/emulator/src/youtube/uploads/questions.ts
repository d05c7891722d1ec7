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

/** What the question how far an upload has come can be answered with, instead of the truth. */
const ANSWERS = {
  /** 403: the day's units are used up. */
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
  /** 401: the token is not good any more. */
  UNAUTHORIZED: () =>
    refuse(
      new Refusal(401, 'authError', 'Request had invalid authentication credentials.', {
        domain: 'global',
        status: 'UNAUTHENTICATED',
      }),
    ),
  /** 404: nobody remembers the upload. */
  NOT_FOUND: () => page(404, 'Not Found'),
  /** 410: it is gone for good. */
  GONE: () => page(410, 'Gone'),
  /** 429 with `Retry-After`. */
  RATE_LIMIT: (seconds) =>
    refuse(new Refusal(429, 'rateLimitExceeded', 'Too many requests.', { domain: 'youtube.quota' }), {
      'retry-after': String(seconds),
    }),
  /** 503 without a word. */
  UNAVAILABLE: () => page(503, 'Service Unavailable'),
  /** The connection ends without an answer. */
  HANG_UP: () => hangUp(),
  /** The connection stays, and nothing comes. */
  SILENCE: () => new Promise<Response>(() => undefined),
} as const satisfies Readonly<Record<string, Answer>>

/** What the question how far an upload has come can be answered with. */
export type QuestionAnswer = keyof typeof ANSWERS

/** All of them. */
export const QUESTION_ANSWERS = Object.keys(ANSWERS) as readonly QuestionAnswer[] // its keys are the type

/** True for the question how far an upload has come: a range without a place, and no bytes. */
export const isQuestion = ({ headers }: Request): boolean =>
  headers.get('content-range')?.startsWith('bytes */') === true

/** How the next questions for an upload are answered. */
export interface PlannedAnswers {
  readonly answer: QuestionAnswer
  readonly retryAfterSeconds: number
  /** How many questions more. */
  left: number
}

/** The answer that was planned for questions, while there are any left; null to tell the truth. */
export function plannedAnswer(questions: PlannedAnswers | null): Response | Promise<Response> | null {
  if (questions === null || questions.left < 1) return null
  questions.left -= 1
  const answer: Answer = ANSWERS[questions.answer]
  return answer(questions.retryAfterSeconds)
}
