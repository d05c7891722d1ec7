import {
  type Call,
  type CanReadUpdates,
  type CanReadUpdatesInSteps,
  NotFoundError,
  NotSupportedError,
  rawOf,
  readUpdateLists,
  type Update,
  type UpdatePage,
} from '@social/core/platform'
import * as v from 'valibot'

import { fullNameOf, shortNameOf } from '../addresses.js'
import {
  BUSINESS_COST,
  MAX_PAGES_PER_POLL,
  QUESTIONS_A_PAGE,
  QUESTIONS_COST,
  REVIEWS_A_PAGE,
} from '../limits.js'
import { toQuestionUpdate, toReviewUpdate } from '../map/index.js'
import type { Settings } from '../options.js'
import { questionItem, questionsReply, reviewItem, reviewsReply } from '../schemas.js'

const REVIEWS = 'reviews'
const QUESTIONS = 'questions'

/**
 * Position in a list. Pages are read until an update is older than `since`. Without `since`, only
 * the first page is read.
 */
interface Position {
  readonly since: Date | null
  readonly cursor: string | null
}

/**
 * Converts a page to updates. Google sorts by last change, newest first, so the page that reaches
 * `since` is the last page to read.
 */
function toPage(
  updates: readonly Update[],
  nextPageToken: string | null | undefined,
  since: Date | null,
): UpdatePage {
  if (since === null) return { updates, next: null }
  const news = updates.filter(({ timestamp }) => timestamp > since)
  return { updates: news, next: news.length < updates.length ? null : nextPageToken || null }
}

async function readReviews({ since, cursor }: Position, settings: Settings, call: Call): Promise<UpdatePage> {
  const url = `${settings.addresses.business}/${fullNameOf(call.connection)}/reviews`
  const query = { pageSize: REVIEWS_A_PAGE, orderBy: 'update_time desc', pageToken: cursor }
  const reply = await call.http.get(url, reviewsReply, { query, cost: BUSINESS_COST })
  const updates = (reply.reviews ?? []).flatMap((item) => {
    const read = v.safeParse(reviewItem, item)
    return read.success
      ? (toReviewUpdate(read.output, rawOf(item), { connection: call.connection, settings }) ?? [])
      : []
  })
  return toPage(updates, reply.nextPageToken, since)
}

async function readQuestions(
  { since, cursor }: Position,
  settings: Settings,
  call: Call,
): Promise<UpdatePage> {
  const url = `${settings.addresses.questions}/${shortNameOf(call.connection)}/questions`
  const query = {
    pageSize: QUESTIONS_A_PAGE,
    answersPerQuestion: 10,
    orderBy: 'update_time desc',
    pageToken: cursor,
  }
  const reply = await call.http.get(url, questionsReply, { query, cost: QUESTIONS_COST })
  const updates = (reply.questions ?? []).flatMap((item) => {
    const read = v.safeParse(questionItem, item)
    return read.success
      ? (toQuestionUpdate(read.output, rawOf(item), { connection: call.connection, settings }) ?? [])
      : []
  })
  return toPage(updates, reply.nextPageToken, since)
}

/** Polls reviews, and questions if they are enabled. */
export function polling(settings: Settings): CanReadUpdates & CanReadUpdatesInSteps {
  const readStep = (since: Date | null, progress: string | null, call: Call) =>
    readUpdateLists(progress, {
      readIds: () => Promise.resolve(settings.questions ? [REVIEWS, QUESTIONS] : [REVIEWS]),
      readPage: (list, cursor) =>
        (list === QUESTIONS ? readQuestions : readReviews)({ since, cursor }, settings, call),
      // An error for the list of questions means that Google has closed the service.
      isGone: (error, list) => list === QUESTIONS && (NotSupportedError.is(error) || NotFoundError.is(error)),
      maxPages: MAX_PAGES_PER_POLL,
      clock: call.clock,
    })
  return {
    /** Reads at most 20 pages of reviews and questions. */
    fetchUpdateStep: readStep,

    /**
     * Reads reviews and their edits since a time, oldest first. Without a time, reads one page of
     * 50 reviews. The location must be verified.
     * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews/list
     * (copy of 2026)
     */
    async fetchUpdates(since, call) {
      const { updates, isComplete, interruptedBy } = await readStep(since, null, call)
      if (interruptedBy !== null) throw interruptedBy
      if (!isComplete)
        call.warn(
          `google_business has more updates than the ${MAX_PAGES_PER_POLL} pages of one poll. A Poller reads the others in its next polls.`,
        )
      return updates
    },
  }
}
