import {
  type Call,
  type CanReadUpdates,
  NotFoundError,
  NotSupportedError,
  rawOf,
  type Update,
} from '@social/core/platform'
import * as v from 'valibot'

import { fullNameOf, shortNameOf } from '../addresses.js'
import {
  BUSINESS_COST,
  MOST_PAGES_A_POLL,
  QUESTIONS_A_PAGE,
  QUESTIONS_COST,
  REVIEWS_A_PAGE,
} from '../limits.js'
import { toQuestionUpdate, toReviewUpdate } from '../map/index.js'
import type { Settings } from '../options.js'
import { questionItem, questionsReply, reviewItem, reviewsReply } from '../schemas.js'

interface Page {
  readonly updates: readonly Update[]
  readonly next: string | null
}

/**
 * Reads pages, newest change first, until one is past the moment; without a moment, one page.
 *
 * The bound is met with a warning: the quota is the whole project's.
 */
async function readUntil(
  since: Date | null,
  call: Call,
  read: (pageToken: string | null) => Promise<Page>,
): Promise<readonly Update[]> {
  const found: Update[] = []
  let pageToken: string | null = null
  for (let page = 1; ; page += 1) {
    const { updates, next }: Page = await read(pageToken)
    found.push(...updates)
    const isPastSince = since === null || updates.some(({ timestamp }) => timestamp <= since)
    if (isPastSince || next === null || next === '' || next === pageToken) return found
    if (page === MOST_PAGES_A_POLL) {
      call.warn(
        `google_business has more news than ${MOST_PAGES_A_POLL} pages since the last poll: the older ones of it are left out. Poll more often.`,
      )
      return found
    }
    pageToken = next
  }
}

async function readReviews(
  since: Date | null,
  { addresses }: Settings,
  call: Call,
): Promise<readonly Update[]> {
  const url = `${addresses.business}/${fullNameOf(call.connection)}/reviews`
  return readUntil(since, call, async (pageToken) => {
    const query = { pageSize: REVIEWS_A_PAGE, orderBy: 'update_time desc', pageToken }
    const reply = await call.http.get(url, reviewsReply, { query, cost: BUSINESS_COST })
    const updates = (reply.reviews ?? []).flatMap((item) => {
      const read = v.safeParse(reviewItem, item)
      return read.success ? (toReviewUpdate(read.output, rawOf(item), call.connection) ?? []) : []
    })
    return { updates, next: reply.nextPageToken }
  })
}

/** Questions, from the service that Google has closed: that it is gone keeps no review away. */
async function readQuestions(
  since: Date | null,
  { addresses }: Settings,
  call: Call,
): Promise<readonly Update[]> {
  const url = `${addresses.questions}/${shortNameOf(call.connection)}/questions`
  try {
    return await readUntil(since, call, async (pageToken) => {
      const query = {
        pageSize: QUESTIONS_A_PAGE,
        answersPerQuestion: 10,
        orderBy: 'update_time desc',
        pageToken,
      }
      const reply = await call.http.get(url, questionsReply, { query, cost: QUESTIONS_COST })
      const updates = (reply.questions ?? []).flatMap((item) => {
        const read = v.safeParse(questionItem, item)
        return read.success ? (toQuestionUpdate(read.output, rawOf(item), call.connection) ?? []) : []
      })
      return { updates, next: reply.nextPageToken }
    })
  } catch (error) {
    if (NotSupportedError.is(error) || NotFoundError.is(error)) return []
    throw error
  }
}

/** Polling reviews; and questions, where the application asked for them. */
export function polling(settings: Settings): CanReadUpdates {
  return {
    /**
     * Reviews, and edits of reviews, since a moment, oldest first; without a moment, one page of 50. The location must be
     * verified. https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews/list (copy of 2026)
     */
    async fetchUpdates(since, call) {
      const reviews = await readReviews(since, settings, call)
      const questions = settings.questions ? await readQuestions(since, settings, call) : []
      const found = new Map([...reviews, ...questions].map((update) => [update.id, update]))
      return [...found.values()]
        .filter(({ timestamp }) => since === null || timestamp > since)
        .toReversed()
        .toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
    },
  }
}
