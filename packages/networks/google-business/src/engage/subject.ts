import { ConfigError, type Connection, type Update } from '@social/core/platform'

import { fullNameOf, shortNameOf } from '../addresses.js'
import { questionIdOf } from './actions.js'

/** Returns true for an update about a review. */
export const isReview = ({ kind }: Update): boolean => kind === 'REVIEW_CREATED' || kind === 'REVIEW_UPDATED'

/** Valid id of a review or a question. An id with other characters could change the path of the request. */
const ID = /^[\w.~=+-]{1,300}$/

function assertId(id: string | null, field: 'postId' | 'parentId'): string {
  if (id !== null && ID.test(id) && id !== '.' && id !== '..') return id
  throw new ConfigError(
    `The update has no valid ${field}. Pass it as it was delivered. Store it with toRecord(update) and fromRecord(record).`,
    { platform: 'google_business' },
  )
}

function assertOwn({ connectionId }: Update, { id, accountId }: Connection): void {
  if (connectionId === id) return
  throw new ConfigError(
    `The update belongs to the location ${connectionId.slice(connectionId.indexOf(':') + 1)}, not to ${accountId}. Reply with the account of that location.`,
    { platform: 'google_business' },
  )
}

/**
 * Returns the API path of the review of an update.
 *
 * @throws ConfigError for an update without the id of its review, and for an update of another location.
 */
export function reviewNameOf(update: Update, connection: Connection): string {
  assertOwn(update, connection)
  return `${fullNameOf(connection)}/reviews/${assertId(update.postId, 'postId')}`
}

/**
 * Returns the API path of the question of an update.
 *
 * @throws ConfigError for an update without the id of its question, and for an update of another location.
 */
export function questionNameOf(update: Update, connection: Connection): string {
  assertOwn(update, connection)
  const field = update.kind === 'ANSWER_CREATED' ? 'parentId' : 'postId'
  return `${shortNameOf(connection)}/questions/${assertId(questionIdOf(update), field)}`
}
