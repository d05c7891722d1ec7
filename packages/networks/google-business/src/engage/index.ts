import {
  type Call,
  type CanDeleteReplies,
  type CanEditReplies,
  type CanReplyToUpdates,
  ConfigError,
  invalidPost,
  measureText,
  NotSupportedError,
  type PlatformBase,
  type PublishCall,
  type RequestOptions,
  type Update,
} from '@social/core/platform'

import {
  BUSINESS_COST,
  MAX_ANSWER_LENGTH,
  MAX_REPLY_BYTES,
  QUESTIONS_COST,
  REPEATABLE_SECONDS,
} from '../limits.js'
import * as messages from '../messages.js'
import type { Settings } from '../options.js'
import { answerReply, replyReply } from '../schemas.js'
import { ruling } from './actions.js'
import { answerData } from './find-answer.js'
import { isReview, questionNameOf, reviewNameOf } from './subject.js'

const PLATFORM = 'google_business'

function refuseLong(length: number, most: number, unit: string): void {
  if (length > most)
    throw invalidPost(PLATFORM, {
      field: 'text',
      code: 'REPLY_TOO_LONG',
      limit: most,
      actual: length,
      userText: messages.REPLY_TOO_LONG,
      message: `The reply has ${length} ${unit}; google_business takes at most ${most}. Shorten it by ${length - most}.`,
    })
}

/** Returns the time until which the same reply can be sent again. A repeated reply replaces the first reply. */
const repeatableUntil = ({ clock }: PublishCall): Date =>
  new Date(clock.now().getTime() + REPEATABLE_SECONDS * 1000)

/**
 * Checks the id of a reply, which is the id of its review: a review has one reply.
 *
 * @throws ConfigError for the id of another reply.
 */
function assertReplyId({ postId }: Update, replyId: string): void {
  if (replyId === postId) return
  throw new ConfigError(
    'The reply does not belong to this review. Pass the id that account.replyToUpdate returned for this update.',
    { platform: PLATFORM },
  )
}

/** Sends the reply to a review. A repeated request replaces the reply by itself. */
async function putReply(
  { name, text }: { readonly name: string; readonly text: string },
  { addresses }: Settings,
  { http }: Call,
  finish?: RequestOptions['finish'],
): Promise<void> {
  await http.request('PUT', `${addresses.business}/${name}/reply`, replyReply, {
    json: { comment: text },
    retry: 'always',
    ...(finish && { finish }),
    cost: BUSINESS_COST,
  })
}

/**
 * Replies to a review, or replaces the existing reply.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews/updateReply
 * (copy of 2026)
 */
async function answerReview(
  update: Update,
  text: string,
  settings: Settings,
  call: PublishCall,
): Promise<string | null> {
  const name = reviewNameOf(update, call.connection)
  refuseLong(Buffer.byteLength(text), MAX_REPLY_BYTES, 'bytes in UTF-8')
  await putReply({ name, text }, settings, call, {
    data: answerData(name, text, call.networkNow()),
    repeatableUntil: repeatableUntil(call),
  })
  return update.postId
}

/** @throws NotSupportedError for an update that is not about a review. */
function assertReview(update: Update, what: string): void {
  if (isReview(update)) return
  throw new NotSupportedError({
    platform: PLATFORM,
    what: `${what} an update of the kind ${update.kind}`,
    suggestion: 'Pass an update of a review.',
    reason: 'REVIEWS_ONLY',
    userText: messages.REVIEWS_ONLY,
  })
}

/**
 * Answers a question, if the application enabled the service, which Google has closed. Each
 * account has one answer to a question, and a new answer replaces it.
 */
async function answerQuestion(
  update: Update,
  text: string,
  { addresses, questions }: Settings,
  call: PublishCall,
): Promise<null> {
  if (!questions)
    throw new NotSupportedError({
      platform: PLATFORM,
      what: 'questions and answers',
      suggestion:
        'Google closed its questions and answers API on 3 November 2025. googleBusiness({ questions: true }) calls it anyway.',
      reason: 'QUESTIONS_CLOSED',
      userText: messages.QUESTIONS_CLOSED,
    })
  const name = questionNameOf(update, call.connection)
  refuseLong(measureText(text), MAX_ANSWER_LENGTH, 'characters')
  await call.http.post(`${addresses.questions}/${name}/answers:upsert`, answerReply, {
    json: { answer: { text } },
    retry: 'always',
    finish: { data: { questionName: name }, repeatableUntil: repeatableUntil(call) },
    cost: QUESTIONS_COST,
  })
  return null
}

/**
 * Replies to reviews, and answers questions if they are enabled. The id of a reply is the id of its
 * review, and another reply replaces it.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews/deleteReply
 * (copy of 2026)
 */
export function engaging(
  settings: Settings,
): CanReplyToUpdates & CanEditReplies & CanDeleteReplies & Pick<PlatformBase, 'updateActions'> {
  return {
    ...ruling(settings),

    async editReply(update, replyId, text, call) {
      assertReview(update, 'editing the reply to')
      const name = reviewNameOf(update, call.connection)
      assertReplyId(update, replyId)
      refuseLong(Buffer.byteLength(text), MAX_REPLY_BYTES, 'bytes in UTF-8')
      await putReply({ name, text }, settings, call)
    },

    async deleteReply(update, replyId, call) {
      assertReview(update, 'deleting the reply to')
      const name = reviewNameOf(update, call.connection)
      assertReplyId(update, replyId)
      const url = `${settings.addresses.business}/${name}/reply`
      await call.http.request('DELETE', url, null, { cost: BUSINESS_COST })
    },

    async replyToUpdate(update, text, call) {
      switch (update.kind) {
        case 'REVIEW_CREATED':
        case 'REVIEW_UPDATED':
          return answerReview(update, text, settings, call)
        case 'QUESTION_CREATED':
        case 'ANSWER_CREATED':
          return answerQuestion(update, text, settings, call)
        default:
          throw new NotSupportedError({
            platform: PLATFORM,
            what: `answering an update of the kind ${update.kind}`,
            suggestion: 'Pass an update of a review or a question.',
            reason: 'NOT_ANSWERABLE',
            userText: messages.NOT_ANSWERABLE,
          })
      }
    },
  }
}
