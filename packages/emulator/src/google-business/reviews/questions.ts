import type { Visit } from '../../framework/router.js'
import { notify } from '../pushes/pushes.js'
import type { Json, Location, Question } from '../records.js'
import { checkParams, readBody, requireCaller, requireLocation } from '../sign-in/access.js'
import { type GoogleState, nextNumber, timeText } from '../state.js'
import { listAs, pageOf } from '../wire/paging.js'
import { badField, errorInfo, notFound, Refusal } from '../wire/refusals.js'

const SERVICE = 'mybusinessqanda'
/**
 * Maximum length of an answer in code points.
 * https://developers.google.com/my-business/content/qanda/change-log (copy of 2026)
 */
const MAX_ANSWER_LENGTH = 4096

/**
 * Google ended the questions service on 3 November 2025. Source: the page above.
 * @throws Refusal with 501 unless the setting `questions` enables the service.
 */
function requireOpen({ settings }: GoogleState): void {
  if (settings.questions) return
  throw new Refusal('UNIMPLEMENTED', 'Operation is not implemented, or supported, or enabled.', [
    errorInfo('API_UNSUPPORTED', 'mybusinessqanda.googleapis.com'),
  ])
}

const nameOf = ({ id, locationId }: Question): string => `locations/${locationId}/questions/${id}`

function answerJson(
  question: Question,
  location: Location,
  { id, by, text, createdAt }: Question['answers'][number],
): Json {
  return {
    name: `${nameOf(question)}/answers/${id}`,
    author: {
      displayName: by ?? location.fields['title'],
      type: by === null ? 'MERCHANT' : 'REGULAR_USER',
    },
    text,
    createTime: timeText(createdAt),
    updateTime: timeText(createdAt),
  }
}

function questionJson(question: Question, location: Location, answers: number): Json {
  const { by, text, createdAt } = question
  const top = question.answers.slice(0, answers)
  return {
    name: nameOf(question),
    author: { displayName: by, type: 'REGULAR_USER' },
    text,
    createTime: timeText(createdAt),
    updateTime: timeText(createdAt),
    ...(question.answers.length > 0 && { totalAnswerCount: question.answers.length }),
    ...listAs(
      'topAnswers',
      top.map((answer) => answerJson(question, location, answer)),
    ),
  }
}

/** GET /v1/locations/{location}/questions: lists questions, newest first. */
export function listQuestions(state: GoogleState, visit: Visit): Response {
  const token = requireCaller(state, visit, SERVICE)
  requireOpen(state)
  checkParams(visit, ['pageSize', 'pageToken', 'answersPerQuestion', 'orderBy', 'filter'])
  const location = requireLocation(state, token, visit.params['location'] ?? '')
  const params = visit.url.searchParams
  const answers = Number(params.get('answersPerQuestion') ?? 0)
  if (!Number.isInteger(answers) || answers < 0 || answers > 10)
    throw badField('answers_per_question', 'Must be between 0 and 10.')
  const own = [...state.questions.values()]
    .filter(({ locationId }) => locationId === location.id)
    .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  const rule = { defaultValue: 10, max: 10, list: `questions ${location.id}` }
  const { items, next } = pageOf(own, params, rule)
  const questions = items.map((question) => questionJson(question, location, answers))
  return Response.json({ ...listAs('questions', questions), totalSize: own.length, ...next })
}

/**
 * POST /v1/locations/{location}/questions/{question}/answers:upsert: creates or replaces the
 * answer of the business. The business has only one answer per question.
 */
export async function upsertAnswer(state: GoogleState, visit: Visit): Promise<Response> {
  const token = requireCaller(state, visit, SERVICE)
  requireOpen(state)
  checkParams(visit, [])
  const location = requireLocation(state, token, visit.params['location'] ?? '')
  const question = state.questions.get(visit.params['question'] ?? '')
  if (question?.locationId !== location.id) throw notFound()
  const { answer: given } = await readBody(visit, { fields: { answer: { fields: { text: 'text' } } } })
  const { text = '' } = (given ?? {}) as { readonly text?: string } // safe cast: readBody checks the shape and removes null
  if (text === '') throw badField('answer.text', 'The text is required.')
  if (Array.from(text).length > MAX_ANSWER_LENGTH)
    throw badField('answer.text', `Must be at most ${MAX_ANSWER_LENGTH} characters.`)
  const before = question.answers.find(({ by }) => by === null)
  const answer = { id: before?.id ?? nextNumber(state), by: null, text, createdAt: state.clock.now() }
  question.answers = [...question.answers.filter(({ by }) => by !== null), answer]
  if (before?.text !== text)
    state.effects.add({
      account: location.id,
      kind: 'COMMENT',
      id: answer.id,
      content: { question: question.id, text },
    })
  notify(state, location, 'NEW_ANSWER', { answer: `${nameOf(question)}/answers/${answer.id}` })
  return Response.json(answerJson(question, location, answer))
}
