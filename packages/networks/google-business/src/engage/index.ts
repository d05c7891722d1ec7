import {
  type CanReplyToUpdates,
  invalidPost,
  measureText,
  NotSupportedError,
  type PlatformBase,
  type PublishCall,
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
import { questionNameOf, reviewNameOf } from './subject.js'

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
 * Replies to a review, or replaces the existing reply.
 * https://developers.google.com/my-business/reference/rest/v4/accounts.locations.reviews/updateReply
 * (copy of 2026)
 */
async function answerReview(
  update: Update,
  text: string,
  { addresses }: Settings,
  call: PublishCall,
): Promise<null> {
  const name = reviewNameOf(update, call.connection)
  refuseLong(Buffer.byteLength(text), MAX_REPLY_BYTES, 'bytes in UTF-8')
  await call.http.request('PUT', `${addresses.business}/${name}/reply`, replyReply, {
    json: { comment: text },
    retry: 'always',
    finish: {
      data: answerData(name, text, call.networkNow()),
      repeatableUntil: repeatableUntil(call),
    },
    cost: BUSINESS_COST,
  })
  return null
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

/** Replies to reviews, and answers questions if they are enabled. Google gives a reply no id: another reply replaces it. */
export function engaging(settings: Settings): CanReplyToUpdates & Pick<PlatformBase, 'updateActions'> {
  return {
    ...ruling(settings),
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
