import {
  type CanReplyToUpdates,
  InvalidPostError,
  measureText,
  NotSupportedError,
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
import type { Settings } from '../options.js'
import { answerReply, replyReply } from '../schemas.js'
import { answerData } from './find-answer.js'
import { questionNameOf, reviewNameOf } from './subject.js'

const PLATFORM = 'google_business'

function refuseLong(length: number, most: number, unit: string): void {
  if (length > most)
    throw new InvalidPostError(
      `The reply has ${length} ${unit}; google_business takes at most ${most}. Shorten it by ${length - most}.`,
      { platform: PLATFORM },
    )
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
): Promise<void> {
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
): Promise<void> {
  if (!questions)
    throw new NotSupportedError({
      platform: PLATFORM,
      what: 'questions and answers',
      suggestion:
        'Google closed its questions and answers API on 3 November 2025. googleBusiness({ questions: true }) calls it anyway.',
    })
  const name = questionNameOf(update, call.connection)
  refuseLong(measureText(text), MAX_ANSWER_LENGTH, 'characters')
  await call.http.post(`${addresses.questions}/${name}/answers:upsert`, answerReply, {
    json: { answer: { text } },
    retry: 'always',
    finish: { data: { questionName: name }, repeatableUntil: repeatableUntil(call) },
    cost: QUESTIONS_COST,
  })
}

/** Replies to reviews, and answers questions if they are enabled. */
export function engaging(settings: Settings): CanReplyToUpdates {
  return {
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
          })
      }
    },
  }
}
