import { ConfigError, type Connection, type RawData, type Update } from '@social/core/platform'

import { fullNameOf, shortNameOf } from '../addresses.js'
import { lastPartOf } from '../map/index.js'

/** Where the name, or the id, of a review stands: polled, or pushed in one of the spellings there are. */
const REVIEW_FIELDS = ['name', 'review', 'reviewName', 'review_name', 'reviewId'] as const
const QUESTION_FIELDS = ['name', 'question', 'questionName', 'question_name', 'answer', 'answerName'] as const

/** An id that is no path of its own. */
const ID = /^[\w.~=+-]{1,300}$/

function nameIn(raw: RawData, fields: readonly string[]): string {
  for (const field of fields) {
    const value = raw[field]
    if (typeof value === 'string' && value !== '') return value
    if (typeof value === 'object' && value !== null) {
      const { name, reviewId } = value as { readonly name?: unknown; readonly reviewId?: unknown } // looked at by name only
      if (typeof name === 'string' && name !== '') return name
      if (typeof reviewId === 'string' && reviewId !== '') return reviewId
    }
  }
  throw missing(fields[0] ?? 'name')
}

function missing(field: string): ConfigError {
  return new ConfigError(
    `The update has no raw.${field}. Pass it as it was delivered; keep it with toRecord(update) and fromRecord(record).`,
    { platform: 'google_business' },
  )
}

function assertOwn(name: string, { accountId }: Connection): void {
  const location = /(?:^|\/)locations\/([^/]{1,100})\//.exec(name)?.[1]
  if (location !== undefined && location !== accountId)
    throw new ConfigError(
      `The update is about the location ${location}, not about ${accountId}. Answer it with that location's account.`,
      { platform: 'google_business' },
    )
}

function assertId(id: string): string {
  if (ID.test(id) && id !== '.' && id !== '..') return id
  throw missing('name')
}

/** Name of the review that an update is about, in this location. @throws ConfigError when it names none, or another location. */
export function reviewNameOf({ raw }: Update, connection: Connection): string {
  const name = nameIn(raw, REVIEW_FIELDS)
  assertOwn(name, connection)
  return `${fullNameOf(connection)}/reviews/${assertId(lastPartOf(name))}`
}

/** Name of the question that an update, or the answer it is about, belongs to. */
export function questionNameOf({ raw }: Update, connection: Connection): string {
  const name = nameIn(raw, QUESTION_FIELDS)
  assertOwn(name, connection)
  const [question = ''] = name.split('/answers/')
  return `${shortNameOf(connection)}/questions/${assertId(lastPartOf(question))}`
}
