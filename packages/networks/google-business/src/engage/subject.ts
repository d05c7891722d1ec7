import { ConfigError, type Connection, type RawData, type Update } from '@social/core/platform'

import { fullNameOf, shortNameOf } from '../addresses.js'
import { lastPartOf } from '../map/index.js'

/**
 * Fields that contain the name or id of a review. Polled and pushed reviews use different fields.
 */
const REVIEW_FIELDS = ['name', 'review', 'reviewName', 'review_name', 'reviewId'] as const
const QUESTION_FIELDS = ['name', 'question', 'questionName', 'question_name', 'answer', 'answerName'] as const

/** Matches an id that cannot change the path of a request. */
const ID = /^[\w.~=+-]{1,300}$/

function nameIn(raw: RawData, fields: readonly string[]): string {
  for (const field of fields) {
    const value = raw[field]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'object' && value !== null) {
      const { name, reviewId } = value as { readonly name?: unknown; readonly reviewId?: unknown } // safe cast: both properties are optional, and their types are checked below
      if (typeof name === 'string' && name !== '') return name
      if (typeof reviewId === 'string' && reviewId !== '') return reviewId
    }
  }
  throw missing(fields[0] ?? 'name')
}

function missing(field: string): ConfigError {
  return new ConfigError(
    `The update has no raw.${field}. Pass it as it was delivered. Store it with toRecord(update) and fromRecord(record).`,
    { platform: 'google_business' },
  )
}

function assertOwn(name: string, { accountId }: Connection): void {
  const location = /(?:^|\/)locations\/([^/]{1,100})\//.exec(name)?.[1]
  if (location !== undefined && location !== accountId)
    throw new ConfigError(
      `The update belongs to the location ${location}, not to ${accountId}. Reply with the account of that location.`,
      { platform: 'google_business' },
    )
}

function assertId(id: string): string {
  if (ID.test(id) && id !== '.' && id !== '..') return id
  throw missing('name')
}

/**
 * Returns the name of the review that an update is about.
 *
 * @throws ConfigError when the update contains no review, or a review of another location.
 */
export function reviewNameOf({ raw }: Update, connection: Connection): string {
  const name = nameIn(raw, REVIEW_FIELDS)
  assertOwn(name, connection)
  return `${fullNameOf(connection)}/reviews/${assertId(lastPartOf(name))}`
}

/** Returns the name of the question of an update. The update may also be about an answer to the question. */
export function questionNameOf({ raw }: Update, connection: Connection): string {
  const name = nameIn(raw, QUESTION_FIELDS)
  assertOwn(name, connection)
  const [question = ''] = name.split('/answers/')
  return `${shortNameOf(connection)}/questions/${assertId(lastPartOf(question))}`
}
